import { useState } from 'preact/hooks';
import type { Member } from '../../../typescript/src/index.ts';
import { aidOfSession } from '../shell/session.ts';
import { Dialog } from '../widgets/dialog.tsx';
import { ErrorText } from '../widgets/error-text.tsx';
import { Field } from '../widgets/field.tsx';
import { useForm } from '../widgets/use-form.ts';
import { ROLES } from './roles.ts';

interface ChangeRoleProps {
  readonly member: Member;
  readonly onChanged: () => void;
}

/** A button that opens a choice of roles. Nothing changes before the person saves it. */
export function ChangeRole({ member: { id, email, role }, onChanged }: ChangeRoleProps) {
  const [isOpen, setOpen] = useState(false);
  const change = useForm(async (fields) => {
    await aidOfSession().members.update(id, { role: fields.role ?? role });
    setOpen(false);
    onChanged();
  });
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        Change role
      </button>
      {isOpen && (
        <Dialog title={`Role of ${email}`} onClose={() => setOpen(false)}>
          <form onSubmit={change.run}>
            <Field label="Role" name="role" options={ROLES} defaultValue={role} />
            <ErrorText error={change.error} />
            <button class="primary" disabled={change.isRunning}>
              Save
            </button>
          </form>
        </Dialog>
      )}
    </>
  );
}
