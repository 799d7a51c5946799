import type { Task } from '../../../typescript/src/index.ts';
import { labelOf } from '../widgets/code.tsx';
import { Confirm } from '../widgets/confirm.tsx';
import { ErrorText } from '../widgets/error-text.tsx';
import { Field } from '../widgets/field.tsx';
import { resetSent } from '../widgets/form-fields.ts';
import { useAction } from '../widgets/use-action.ts';
import { useAgents } from '../widgets/use-agents.ts';
import { useForm } from '../widgets/use-form.ts';
import { asAgent } from './agent-client.ts';

const STATES = ['completed', 'working', 'input_required', 'failed', 'rejected'] as const;

interface TaskReplyProps {
  readonly task: Task;
  readonly onReplied: () => void;
}

/** Replies to a task as its worker, or adds a message as its caller, if that agent belongs to the organization. */
export function TaskReply({ task, onReplied }: TaskReplyProps) {
  const { id, worker, caller } = task;
  const agents = useAgents();
  const reply = useForm(async (fields, form) => {
    const { state = '', message = '' } = fields;
    await asAgent(worker.identity_id, (aid) => aid.tasks.reply(id, { state, ...(message !== '' && { message }) }));
    resetSent(form, fields);
    onReplied();
  });
  const write = useForm(async (fields, form) => {
    await asAgent(caller.identity_id, (aid) => aid.tasks.message(id, { message: fields.message ?? '' }));
    resetSent(form, fields);
    onReplied();
  });
  const cancel = useAction(async () => {
    await asAgent(caller.identity_id, (aid) => aid.tasks.cancel(id));
    onReplied();
  });
  return (
    <div class="columns">
      {agents.has(worker.identity_id) && (
        <form aria-label="Reply as the worker" onSubmit={reply.run}>
          <h2>Reply as {worker.display_name}</h2>
          <Field label="State" name="state" options={STATES.map((state) => [state, labelOf(state)] as const)} />
          <Field label="Reply" name="message" rows={3} />
          <ErrorText error={reply.error} />
          <button class="primary" disabled={reply.isRunning}>
            Reply
          </button>
        </form>
      )}
      {agents.has(caller.identity_id) && (
        <form aria-label="Write as the caller" onSubmit={write.run}>
          <h2>Write as {caller.display_name}</h2>
          <Field label="Message" name="message" rows={3} required />
          <ErrorText error={write.error} />
          <div class="actions">
            <button disabled={write.isRunning}>Add message</button>
            <Confirm title="Cancel task" question="Cancel the task? It ends immediately." onConfirm={cancel.run} />
          </div>
          <ErrorText error={cancel.error} />
        </form>
      )}
    </div>
  );
}
