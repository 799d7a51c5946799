import { aidOfSession } from '../shell/session.ts';
import { Field } from '../widgets/field.tsx';
import { NewRecord } from '../widgets/new-record.tsx';
import { ROLES } from './roles.ts';

/** Invites a person by email. An invitation of the same address replaces the earlier one. */
export function InviteMember({ onInvited }: { readonly onInvited: (email: string) => void }) {
  return (
    <NewRecord
      title="Invite a person"
      submit="Invite"
      onSubmit={async ({ email = '', role = '' }) => {
        await aidOfSession().members.create({ email, role });
        onInvited(email);
      }}
    >
      <Field label="Address" name="email" type="email" required hint="It gets an email with a code, for seven days" />
      <Field label="Role" name="role" options={ROLES} />
    </NewRecord>
  );
}
