import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';

interface DialogProps {
  readonly title: string;
  readonly onClose: () => void;
  readonly children?: ComponentChildren;
}

/** The modal dialog that is open; the last one if there are several. Keys are for it alone. */
export const modalDialog = () => [...document.querySelectorAll('dialog:modal')].at(-1);

/** What gets the focus first, where a dialog has one. Otherwise it is the button that closes the dialog. */
const FIRST_FIELD = ':is(input, select, textarea):enabled';

/**
 * A modal dialog: the browser keeps the focus in it and restores the focus afterwards. Escape ends it at once: the
 * browser reports its own end of a dialog only later, and until then the keys after Escape would go to the dialog.
 */
export function Dialog({ title, onClose, children }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const latest = useRef(onClose);
  latest.current = onClose;
  useLayoutEffect(() => {
    const element = dialog.current;
    if (element === null) return;
    const onEnd = () => latest.current();
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || event.isComposing) return;
      if (event.defaultPrevented || modalDialog() !== element) return;
      event.preventDefault();
      onEnd();
    };
    element.showModal();
    element.querySelector<HTMLElement>(FIRST_FIELD)?.focus();
    element.addEventListener('close', onEnd);
    addEventListener('keydown', onKey);
    return () => {
      removeEventListener('keydown', onKey);
      element.removeEventListener('close', onEnd);
      element.close();
    };
  }, []);
  return (
    <dialog ref={dialog} aria-label={title}>
      <header>
        <h2>{title}</h2>
        <button type="button" class="plain" onClick={onClose}>
          Close
        </button>
      </header>
      {children}
    </dialog>
  );
}
