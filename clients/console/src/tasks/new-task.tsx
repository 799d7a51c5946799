import { Field } from '../widgets/field.tsx';
import { NewRecord } from '../widgets/new-record.tsx';
import { useAgents } from '../widgets/use-agents.ts';
import { asAgent } from './agent-client.ts';

interface NewTaskProps {
  readonly isOpen: boolean;
  readonly onToggle: (isOpen: boolean) => void;
  readonly onCreated: () => void;
}

/** Sends a task as an agent. */
export function NewTask({ isOpen, onToggle, onCreated }: NewTaskProps) {
  const agents = [...useAgents().values()];
  return (
    <NewRecord
      title="New task"
      isOpen={isOpen}
      onToggle={onToggle}
      submit="Send task"
      blocked={agents.length === 0 ? 'No agent can send it: there is none, or they have not loaded.' : undefined}
      onSubmit={async ({ from = '', to_handle = '', message = '' }) => {
        await asAgent(from, (aid) => aid.tasks.create({ to_handle, message }));
        onCreated();
      }}
    >
      <Field label="From" name="from" options={agents.map(({ id, handle }) => [id, handle] as const)} />
      <Field label="To" name="to_handle" required hint="The handle of an agent" />
      <Field label="Message" name="message" rows={3} required />
    </NewRecord>
  );
}
