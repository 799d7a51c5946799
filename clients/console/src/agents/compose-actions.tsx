import { Confirm } from '../widgets/confirm.tsx';
import { ErrorText } from '../widgets/error-text.tsx';
import { Field } from '../widgets/field.tsx';
import { Time } from '../widgets/time.tsx';
import type { ComposeFields } from './compose-mail.ts';
import { MoreFields } from './more-fields.tsx';
import type { ComposeState } from './use-compose.ts';

interface ComposeActionsProps {
  readonly compose: ComposeState;
  readonly fields: ComposeFields;
  readonly onSendAt: (sendAt: string) => void;
}

/** With it, browsers accept no year of more than four digits. */
const MAX_TIME = '9999-12-31T23:59';

/** Sends a message now or at a time, saves it as a draft, or discards it. */
export function ComposeActions({ compose, fields: { sendAt }, onSendAt }: ComposeActionsProps) {
  const { draft, problems, error, isRunning } = compose;
  const count = Object.keys(problems.fields).length;
  const isLater = sendAt !== '';
  return (
    <>
      <ErrorText error={error} />
      {count > 0 && (
        <p class="error" role="alert">
          {count === 1 ? 'One field has' : `${count} fields have`} to be corrected:{' '}
          {Object.keys(problems.fields).join(', ')}
        </p>
      )}
      {draft?.detail != null && (
        <p class="note failure">
          <strong>Not sent at its time.</strong> {draft.detail}
        </p>
      )}
      <div class="actions">
        <button class="primary" disabled={isRunning}>
          {isLater ? 'Schedule' : 'Send'}
        </button>
        <button type="button" disabled={isRunning} onClick={compose.save}>
          Save draft
        </button>
        {draft !== undefined && (
          <Confirm title="Discard" question="The draft and its files are deleted." onConfirm={compose.discard} />
        )}
      </div>
      <MoreFields title="Send later" isNeeded={isLater || problems.fields.send_at !== undefined}>
        <Field
          label="Time"
          name="sendAt"
          type="datetime-local"
          max={MAX_TIME}
          value={sendAt}
          error={problems.fields.send_at}
          hint="Within 30 days, in your time zone. Until then it is in the drafts, and can be changed"
        />
        {isLater && (
          <button type="button" class="plain" onClick={() => onSendAt('')}>
            Send without a time
          </button>
        )}
      </MoreFields>
      <p role="status" class="quiet">
        {draft !== undefined && !isRunning && (
          <>
            {draft.status === 'scheduled' ? 'Scheduled; last changed' : 'Saved as a draft'}:{' '}
            <Time at={draft.updated_at} />
          </>
        )}
      </p>
    </>
  );
}
