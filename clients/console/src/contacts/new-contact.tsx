import { aidOfSession } from '../shell/session.ts';
import { Field } from '../widgets/field.tsx';
import { NewRecord } from '../widgets/new-record.tsx';

interface NewContactProps {
  readonly label?: string;
  readonly onCreated: () => void;
}

/** Creates a contact of all agents. */
export function NewContact({ label, onCreated }: NewContactProps) {
  return (
    <NewRecord
      title="New contact"
      label={label}
      submit="Create contact"
      onSubmit={async ({ display_name = '', email = '' }) => {
        await aidOfSession().contacts.create({ emails: [email], ...(display_name !== '' && { display_name }) });
        onCreated();
      }}
    >
      <Field label="Email address" name="email" type="email" required />
      <Field label="Name" name="display_name" />
    </NewRecord>
  );
}
