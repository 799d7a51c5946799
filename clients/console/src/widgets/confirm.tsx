import { useState } from 'preact/hooks';
import { Dialog } from './dialog.tsx';

interface ConfirmProps {
  /** The label of the button. */
  readonly title: string;
  readonly question: string;
  readonly onConfirm: () => void;
}

/** A button for something that cannot be undone. It asks for confirmation. */
export function Confirm({ title, question, onConfirm }: ConfirmProps) {
  const [isOpen, setOpen] = useState(false);
  const confirm = () => {
    setOpen(false);
    onConfirm();
  };
  return (
    <>
      <button type="button" class="danger" onClick={() => setOpen(true)}>
        {title}
      </button>
      {isOpen && (
        <Dialog title={title} onClose={() => setOpen(false)}>
          <p>{question}</p>
          <button type="button" class="danger" onClick={confirm}>
            {title}
          </button>
        </Dialog>
      )}
    </>
  );
}
