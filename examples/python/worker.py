# worker.py
from aid_stack import Aid, TaskContext, text_of
from aid_stack.types import Task


def summarize(task: Task, context: TaskContext) -> str:
    context.update("Reading.")
    year = text_of(context.ask("Of which year?"))
    return f"A summary of {text_of(task.messages[0])} in {year}."


Aid().tasks.work(summarize, concurrency=4, on_error=lambda error, task: print(task.id, error))
