import { ErrorText } from '../widgets/error-text.tsx';
import { Field } from '../widgets/field.tsx';
import { useAgents } from '../widgets/use-agents.ts';
import { useForm } from '../widgets/use-form.ts';
import { asAgent } from './agent-client.ts';

/** Sends a task as an agent. */
export function NewTask({ onCreated }: { readonly onCreated: () => void }) {
  const agents = [...useAgents().values()];
  const create = useForm(async ({ from = '', to_handle = '', message = '' }, form) => {
    await asAgent(from, (aid) => aid.tasks.create({ to_handle, message }));
    form.reset();
    onCreated();
  });
  return (
    <details class="new">
      <summary>New task</summary>
      <form onSubmit={create.run}>
        <Field label="From" name="from" options={agents.map(({ id, handle }) => [id, handle] as const)} />
        <Field label="To" name="to_handle" required hint="The handle of an agent" />
        <Field label="Message" name="message" rows={3} required />
        <ErrorText error={create.error} />
        <button class="primary" disabled={create.isRunning || agents.length === 0}>
          Send task
        </button>
      </form>
    </details>
  );
}
