"""LangGraph with the tools of the server, by the adapters of LangChain."""

import asyncio

from langchain_core.language_models.chat_models import BaseChatModel
from langchain_core.messages import AIMessage, ToolMessage
from langchain_core.outputs import ChatGeneration, ChatResult
from langchain_core.utils.function_calling import convert_to_openai_tool
from langchain_mcp_adapters.client import MultiServerMCPClient
from langgraph.graph import START, MessagesState, StateGraph
from langgraph.prebuilt import ToolNode, tools_condition

from stub_model import DONE, HEADERS, TASK, URL, as_text, next_call, report


class StubModel(BaseChatModel):
    tools: dict = {}

    @property
    def _llm_type(self):
        return "stub"

    def bind_tools(self, tools, **kwargs):
        functions = [convert_to_openai_tool(tool)["function"] for tool in tools]
        return StubModel(tools={function["name"]: function["parameters"] for function in functions})

    def _generate(self, messages, stop=None, run_manager=None, **kwargs):
        results = results_in(messages)
        call = next_call(results)
        if call is None:
            message = AIMessage(DONE)
        else:
            name, args = call
            message = AIMessage("", tool_calls=[{"name": name, "args": args, "id": f"call_{len(results)}"}])
        return ChatResult(generations=[ChatGeneration(message=message)])


def results_in(messages):
    return [text_of(message) for message in messages if isinstance(message, ToolMessage)]


def text_of(message):
    """The text of a result, which is a string or a list of blocks."""
    if isinstance(message.content, str):
        return message.content
    return "\n".join(as_text(block["text"] if block["type"] == "text" else block) for block in message.content)


async def main():
    connection = {"transport": "streamable_http", "url": URL, "headers": HEADERS}
    tools = await MultiServerMCPClient({"aid": connection}).get_tools()
    model = StubModel().bind_tools(tools)

    async def call_model(state):
        return {"messages": [await model.ainvoke(state["messages"])]}

    graph = StateGraph(MessagesState)
    graph.add_node("model", call_model)
    graph.add_node("tools", ToolNode(tools))
    graph.add_edge(START, "model")
    graph.add_conditional_edges("model", tools_condition)
    graph.add_edge("tools", "model")
    end = await graph.compile().ainvoke({"messages": [("user", TASK)]})
    report(model.tools, results_in(end["messages"]), end["messages"][-1].content)


asyncio.run(main())
