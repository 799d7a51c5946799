import { useState } from 'preact/hooks';
import { aidOfSession } from '../shell/session.ts';
import { ErrorText } from '../widgets/error-text.tsx';
import { Field } from '../widgets/field.tsx';
import { useForm } from '../widgets/use-form.ts';
import { ROLES } from './roles.ts';

/** Invites a person by email. An invitation of the same address replaces the earlier one. */
export function InviteMember({ onInvited }: { readonly onInvited: () => void }) {
  const [invited, setInvited] = useState<string>();
  const invite = useForm(async ({ email = '', role = '' }, form) => {
    await aidOfSession().members.create({ email, role });
    setInvited(email);
    form.reset();
    onInvited();
  });
  return (
    <details class="new">
      <summary>Invite a person</summary>
      <form onSubmit={invite.run}>
        <Field label="Address" name="email" type="email" required hint="It gets an email with a code, for seven days" />
        <Field label="Role" name="role" options={ROLES} />
        <ErrorText error={invite.error} />
        <button class="primary" disabled={invite.isRunning}>
          Invite
        </button>
      </form>
      {invited !== undefined && (
        <p role="status">
          {invited} is invited. The person opens this console and chooses “Accept an invitation” on the login page.
        </p>
      )}
    </details>
  );
}
