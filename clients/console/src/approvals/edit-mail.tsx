import { useState } from 'preact/hooks';
import type { FullMessage, MailPreview } from '../../../typescript/src/index.ts';
import { Field } from '../widgets/field.tsx';
import { useKeptFields } from '../widgets/kept-fields.ts';
import { EditReview } from './edit-review.tsx';
import { draftOf, editsOf, type MailDraft } from './mail-edits.ts';
import type { DecisionActions } from './use-decision.ts';

interface EditMailProps {
  /** The name under which the changes are kept. */
  readonly form: string;
  readonly mail: MailPreview;
  readonly message: FullMessage;
  readonly decision: DecisionActions;
  readonly onCancel: () => void;
}

/** Changes a held email. Nothing is approved here: the next step shows the difference, and approves. */
export function EditMail({ form, mail, message, decision, onCancel }: EditMailProps) {
  const { html } = message;
  const before = draftOf(mail, html);
  const { fields: draft, change } = useKeptFields<MailDraft>(form, before);
  const [isReview, setReview] = useState(false);
  const edits = editsOf(mail, before, draft);
  const review = (event: SubmitEvent) => {
    event.preventDefault();
    setReview(true);
  };
  if (isReview && edits !== undefined) {
    return (
      <EditReview
        edits={edits}
        before={before}
        after={draft}
        message={message}
        decision={decision}
        onBack={() => setReview(false)}
      />
    );
  }
  return (
    <form class="compose" aria-label="Edit the email" onInput={change} onSubmit={review}>
      <h2>Edit</h2>
      <Field label="To" name="to" rows={2} value={draft.to} hint="One address on each line" />
      <Field label="Cc" name="cc" rows={1} value={draft.cc} />
      <Field label="Bcc" name="bcc" rows={1} value={draft.bcc} />
      <Field label="Subject" name="subject" value={draft.subject} />
      <Field label="Plain text" name="text" rows={10} value={draft.text} />
      {html !== null && <Field label="HTML" name="html" rows={10} value={draft.html} spellcheck={false} />}
      <div class="actions">
        <button class="primary" disabled={edits === undefined}>
          Show the difference
        </button>
        <button type="button" onClick={onCancel}>
          Discard the changes
        </button>
      </div>
    </form>
  );
}
