import { aidOfSession } from '../shell/session.ts';
import { Field } from '../widgets/field.tsx';
import { NewRecord } from '../widgets/new-record.tsx';

interface NewSecretProps {
  readonly label?: string;
  readonly onCreated: () => void;
}

/** Stores a secret of the organization. */
export function NewSecret({ label, onCreated }: NewSecretProps) {
  return (
    <NewRecord
      title="New secret"
      label={label}
      submit="Store secret"
      onSubmit={async ({ name = '', value = '' }) => {
        await aidOfSession().vault.secrets.create({ name, value });
        onCreated();
      }}
    >
      <Field label="Secret name" name="name" required />
      <Field label="Value" name="value" type="password" autocomplete="off" required hint="It is never shown again" />
    </NewRecord>
  );
}
