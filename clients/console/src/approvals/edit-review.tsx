import type { FullMessage, MailEdits } from '../../../typescript/src/index.ts';
import { PersonView } from '../agents/person-view.tsx';
import { useInlineImages } from '../agents/use-inline-images.ts';
import { Difference } from '../widgets/difference.tsx';
import { ErrorText } from '../widgets/error-text.tsx';
import { EDITED_FIELDS, type MailDraft, otherBody } from './mail-edits.ts';
import type { DecisionActions } from './use-decision.ts';

const TITLES: Readonly<Record<keyof MailDraft, string>> = {
  to: 'To',
  cc: 'Cc',
  bcc: 'Bcc',
  subject: 'Subject',
  text: 'Plain text',
  html: 'HTML',
};

interface EditReviewProps {
  readonly edits: MailEdits;
  readonly before: MailDraft;
  readonly after: MailDraft;
  readonly message: FullMessage;
  readonly decision: DecisionActions;
  readonly onBack: () => void;
}

/** What an edit changes, and the button that approves the email with it. */
export function EditReview({ edits, before, after, message, decision, onBack }: EditReviewProps) {
  const read = useInlineImages(message);
  const note = otherBody(edits, message.html !== null);
  const { isRunning, error } = decision.approve;
  return (
    <section class="decision" aria-label="Your changes">
      <h2>Your changes</h2>
      {EDITED_FIELDS.filter((name) => edits[name] !== undefined).map((name) => (
        <>
          <h3>{TITLES[name]}</h3>
          <Difference label={`Difference: ${TITLES[name]}`} before={before[name]} after={after[name]} />
        </>
      ))}
      {note !== undefined && <p class="note">{note}</p>}
      {edits.html !== undefined && (
        <>
          <h3>The edited HTML</h3>
          <PersonView message={{ html: edits.html, text: null }} read={read} />
        </>
      )}
      <div class="actions">
        <button type="button" class="primary" disabled={isRunning} onClick={() => decision.approve.run(edits)}>
          Approve with these changes
        </button>
        <button type="button" disabled={isRunning} onClick={onBack}>
          Back to the edit
        </button>
      </div>
      <ErrorText error={error} />
    </section>
  );
}
