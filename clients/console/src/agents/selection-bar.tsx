import { useState } from 'preact/hooks';
import { Dialog } from '../widgets/dialog.tsx';
import { useAction } from '../widgets/use-action.ts';
import { useForm } from '../widgets/use-form.ts';
import { type BatchReport, changeMessages, counted, type MessagesChange } from './change-messages.ts';
import { LabelField } from './label-field.tsx';
import type { Selection } from './use-selection.ts';

/** The folders that messages are moved to, with the words of the button. */
const TARGETS = [
  ['inbox', 'Move to inbox'],
  ['archive', 'Archive'],
  ['spam', 'Spam'],
] as const;

/** Folders of sent messages, which are only archived. */
const SENT: ReadonlySet<string> = new Set(['sent', 'failed']);

interface SelectionBarProps {
  readonly selection: Selection;
  /** The folder of the list. */
  readonly folder: string;
  /** Labels that the messages in sight have. */
  readonly suggestions: readonly string[];
  /** Called with what became of the messages. */
  readonly onChanged: (report: BatchReport) => void;
}

/** What can be done with the selected messages, all at once. */
export function SelectionBar({ selection, folder, suggestions, onChanged }: SelectionBarProps) {
  const [isLabeling, setLabeling] = useState(false);
  const change = useAction(async (changes: MessagesChange) => onChanged(await changeMessages(selection.rows, changes)));
  const button = (title: string, changes: MessagesChange) => (
    <button type="button" disabled={change.isRunning} onClick={() => change.run(changes)}>
      {title}
    </button>
  );
  const label = useForm(async ({ label: name = '' }) => {
    setLabeling(false);
    change.run({ add_labels: [name] });
  });
  const targets = TARGETS.filter(([name]) => name !== folder && (name === 'archive' || !SENT.has(folder)));
  return (
    <div class="actions" role="group" aria-label="Selected messages">
      <strong>{selection.rows.length} selected</strong>
      {button('Mark as read', { is_read: true })}
      {button('Mark as unread', { is_read: false })}
      {targets.map(([name, title]) => button(title, { folder: name }))}
      <button type="button" disabled={change.isRunning} onClick={() => setLabeling(true)}>
        Label…
      </button>
      <button type="button" class="plain" onClick={selection.clear}>
        Clear
      </button>
      {isLabeling && (
        <Dialog title={`Label ${counted(selection.rows.length)}`} onClose={() => setLabeling(false)}>
          <form class="labels" onSubmit={label.run}>
            <LabelField suggestions={suggestions} />
            <button class="primary">Add label</button>
          </form>
        </Dialog>
      )}
    </div>
  );
}
