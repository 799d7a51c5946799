import { useRef } from 'preact/hooks';
import type { FullMessage } from '../../../typescript/src/index.ts';
import { aidOfSession } from '../shell/session.ts';
import { ErrorText } from '../widgets/error-text.tsx';
import { fieldsOf, resetSent } from '../widgets/form-fields.ts';
import { useAction } from '../widgets/use-action.ts';
import { LabelField } from './label-field.tsx';

interface MessageLabelsProps {
  readonly message: FullMessage;
  /** Labels that other messages in sight have. */
  readonly suggestions: readonly string[];
  /** The address of the list of the messages with a label. */
  readonly listOf: (label: string) => string;
  readonly onChanged: () => void;
}

/** The labels of a message, each of which leads to the messages that have it and can be removed; and a new one. */
export function MessageLabels({ message, suggestions, listOf, onChanged }: MessageLabelsProps) {
  const { id, identity_id: agentId, labels } = message;
  const form = useRef<HTMLFormElement>(null);
  const change = useAction(async (changes: { add_labels?: string[]; remove_labels?: string[] }) => {
    await aidOfSession().identity(agentId).mail.messages.update(id, changes);
    const [label] = changes.add_labels ?? [];
    if (form.current !== null && label !== undefined) resetSent(form.current, { label });
    onChanged();
  });
  const add = (event: SubmitEvent) => {
    event.preventDefault();
    change.run({ add_labels: [fieldsOf(event).label ?? ''] });
  };
  const remove = (label: string) => {
    change.run({ remove_labels: [label] });
    // The button that has the focus goes with its label.
    form.current?.querySelector('input')?.focus();
  };
  return (
    <div class="labels" role="group" aria-label="Labels">
      {labels.map((label) => (
        <span key={label} class="pill">
          <a href={listOf(label)} title="Show the messages with this label">
            {label}
          </a>{' '}
          <button
            type="button"
            class="plain"
            aria-label={`Remove label ${label}`}
            disabled={change.isRunning}
            onClick={() => remove(label)}
          >
            ×
          </button>
        </span>
      ))}
      <form ref={form} onSubmit={add}>
        <LabelField suggestions={suggestions.filter((label) => !labels.includes(label))} />
        <button disabled={change.isRunning}>Add label</button>
      </form>
      <ErrorText error={change.error} />
    </div>
  );
}
