import { aidOfSession } from '../shell/session.ts';
import { Field } from '../widgets/field.tsx';
import { NewRecord } from '../widgets/new-record.tsx';

interface NewTunnelProps {
  readonly label?: string;
  readonly onCreated: () => void;
}

/** Creates a tunnel of the organization. */
export function NewTunnel({ label, onCreated }: NewTunnelProps) {
  return (
    <NewRecord
      title="New tunnel"
      label={label}
      submit="Create tunnel"
      onSubmit={async ({ name = '' }) => {
        await aidOfSession().tunnels.create({ name });
        onCreated();
      }}
    >
      <Field label="Tunnel name" name="name" required />
    </NewRecord>
  );
}
