import type { Task } from '../../../typescript/src/index.ts';
import { labelOf } from '../widgets/code.tsx';
import { Confirm } from '../widgets/confirm.tsx';
import { ErrorText } from '../widgets/error-text.tsx';
import { Field } from '../widgets/field.tsx';
import { useKeptFields } from '../widgets/kept-fields.ts';
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
  const asWorker = useKeptFields(`reply ${id}`, { state: 'completed', message: '' });
  const asCaller = useKeptFields(`message ${id}`, { message: '' });
  const reply = useForm(async () => {
    await asWorker.send(({ state, message }) =>
      asAgent(worker.identity_id, (aid) => aid.tasks.reply(id, { state, ...(message !== '' && { message }) })),
    );
    onReplied();
  });
  const write = useForm(async () => {
    await asCaller.send((fields) => asAgent(caller.identity_id, (aid) => aid.tasks.message(id, fields)));
    onReplied();
  });
  const cancel = useAction(async () => {
    await asAgent(caller.identity_id, (aid) => aid.tasks.cancel(id));
    onReplied();
  });
  return (
    <div class="columns">
      {agents.has(worker.identity_id) && (
        <form aria-label="Reply as the worker" onInput={asWorker.change} onSubmit={reply.run}>
          <h2>Reply as {worker.display_name}</h2>
          <Field
            label="State"
            name="state"
            options={STATES.map((state) => [state, labelOf(state)] as const)}
            value={asWorker.fields.state}
          />
          <Field label="Reply" name="message" rows={3} value={asWorker.fields.message} />
          <ErrorText error={reply.error} />
          <button class="primary" disabled={reply.isRunning}>
            Reply
          </button>
        </form>
      )}
      {agents.has(caller.identity_id) && (
        <form aria-label="Write as the caller" onInput={asCaller.change} onSubmit={write.run}>
          <h2>Write as {caller.display_name}</h2>
          <Field label="Message" name="message" rows={3} required value={asCaller.fields.message} />
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
