import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { Dialog } from './dialog.tsx';
import { ErrorText } from './error-text.tsx';
import type { fieldsOf } from './form-fields.ts';
import { useForm } from './use-form.ts';

interface NewRecordProps {
  /** What is made: `New agent`. It is the title of the dialog. */
  readonly title: string;
  /** The text of another button that opens the dialog: the first step that an empty list offers. */
  readonly label?: string | undefined;
  /** The text of the button that makes it: `Create agent`. */
  readonly submit: string;
  /** Makes it. The dialog closes once that has succeeded. */
  readonly onSubmit: (fields: ReturnType<typeof fieldsOf>, form: HTMLFormElement) => Promise<unknown>;
  readonly onOpen?: () => void;
  /** Why it cannot be made now; `undefined` if it can. */
  readonly blocked?: string | undefined;
  /** Whether the dialog is open, where another button of the page opens it too. */
  readonly isOpen?: boolean | undefined;
  readonly onToggle?: ((isOpen: boolean) => void) | undefined;
  /** Whether the page has another main action. */
  readonly isSecondary?: boolean;
  /** The fields of the form. */
  readonly children: ComponentChildren;
}

/** A button that opens a form in a dialog, which makes a record. */
export function NewRecord({ title, label = title, onOpen, isSecondary = false, ...more }: NewRecordProps) {
  const [isOwnOpen, setOwnOpen] = useState(false);
  const { isOpen = isOwnOpen, onToggle: setOpen = setOwnOpen, ...form } = more;
  const open = () => {
    setOpen(true);
    onOpen?.();
  };
  return (
    <>
      <button type="button" class={isSecondary || label !== title ? '' : 'primary'} onClick={open}>
        {label}
      </button>
      {isOpen && (
        <Dialog title={title} onClose={() => setOpen(false)}>
          <NewRecordForm {...form} onDone={() => setOpen(false)} />
        </Dialog>
      )}
    </>
  );
}

type FormProps = Pick<NewRecordProps, 'submit' | 'onSubmit' | 'blocked' | 'children'>;

function NewRecordForm({ submit, onSubmit, blocked, children, onDone }: FormProps & { onDone(): void }) {
  const create = useForm(async (fields, form) => {
    await onSubmit(fields, form);
    onDone();
  });
  return (
    <form onSubmit={create.run}>
      {children}
      <ErrorText error={create.error} />
      {blocked !== undefined && <p class="quiet">{blocked}</p>}
      <button class="primary" disabled={create.isRunning || blocked !== undefined}>
        {submit}
      </button>
    </form>
  );
}
