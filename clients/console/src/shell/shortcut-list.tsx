import { Dialog } from '../widgets/dialog.tsx';
import { closeDialog, openDialog, SHORTCUTS } from './shortcuts.ts';

/** The list of keyboard shortcuts. */
export function ShortcutList() {
  if (openDialog.value !== 'shortcuts') return null;
  return (
    <Dialog title="Keyboard shortcuts" onClose={closeDialog}>
      <dl class="keys">
        {SHORTCUTS.map(([keys, what]) => (
          <div>
            <dt>
              <kbd>{keys}</kbd>
            </dt>
            <dd>{what}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}
