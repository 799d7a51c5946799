import { aidOfSession } from '../shell/session.ts';
import { Field } from '../widgets/field.tsx';
import { NewRecord } from '../widgets/new-record.tsx';

interface NewDomainProps {
  readonly label?: string;
  readonly onCreated: () => void;
}

/** Claims a mail domain. */
export function NewDomain({ label, onCreated }: NewDomainProps) {
  return (
    <NewRecord
      title="New domain"
      label={label}
      submit="Add domain"
      onSubmit={async ({ domain = '' }) => {
        await aidOfSession().domains.create({ domain });
        onCreated();
      }}
    >
      <Field label="Domain" name="domain" required hint="For example mail.example.com" />
    </NewRecord>
  );
}
