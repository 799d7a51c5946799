import { aidOfSession } from '../shell/session.ts';
import { Field } from '../widgets/field.tsx';
import { NewRecord } from '../widgets/new-record.tsx';

interface NewAgentProps {
  readonly label?: string;
  readonly onCreated: () => void;
}

/** Creates an agent. */
export function NewAgent({ label, onCreated }: NewAgentProps) {
  return (
    <NewRecord
      title="New agent"
      label={label}
      submit="Create agent"
      onSubmit={async ({ handle = '', display_name: name = '' }) => {
        await aidOfSession().identities.create({ handle, ...(name !== '' && { display_name: name }) });
        onCreated();
      }}
    >
      <Field label="Handle" name="handle" required hint="The local part of its address: a-z, 0-9 and hyphens" />
      <Field label="Name" name="display_name" hint="What people see; the handle if empty" />
    </NewRecord>
  );
}
