import type { FullMessage } from '../../../typescript/src/index.ts';
import { href } from '../shell/route.ts';
import { aidOfSession } from '../shell/session.ts';
import { labelOf } from '../widgets/code.tsx';
import { ErrorText } from '../widgets/error-text.tsx';
import { useLoad } from '../widgets/use-load.ts';
import { isUndelivered, signsOf } from './message-signs.ts';

/** What a person has to know before reading a message: that it failed, waits, or is doubtful. */
export function MessageNotices({ message }: { readonly message: FullMessage }) {
  const { failures, doubts } = signsOf(message);
  const { status, detail } = message;
  return (
    <>
      {isUndelivered(message) && (
        <p class="note failure">
          <strong>{labelOf(status)}.</strong> {detail ?? reasonOf(status)}
        </p>
      )}
      {status === 'held' && <HeldNotice message={message} />}
      {status === 'queued' && detail !== null && (
        <p class="note">
          <strong>Not sent yet.</strong> {detail}
        </p>
      )}
      {failures.length > 0 && (
        <p class="note failure">
          <strong>Failed checks:</strong> {failures.map(labelOf).join(', ')}. The sender may not be who they claim to
          be.
        </p>
      )}
      {doubts.length > 0 && (
        <p class="note">
          <strong>Doubtful:</strong> {doubts.map(labelOf).join('; ')}.
        </p>
      )}
    </>
  );
}

function reasonOf(status: string): string {
  if (status === 'denied') return 'A person did not approve it, so it was not sent.';
  if (status === 'complained') return 'A recipient reported it as spam.';
  return 'It did not reach its recipients.';
}

/** How many of the approvals that wait are searched for that of a message. */
const MAX_APPROVALS = 200;

function HeldNotice({ message: { id, identity_id: agentId } }: { readonly message: FullMessage }) {
  const { data, error } = useLoad(
    (signal) =>
      aidOfSession()
        .approvals.list({ identity_id: agentId, status: 'pending', limit: MAX_APPROVALS }, { signal })
        .firstPage(),
    [id],
  );
  const approval = data?.find(({ subject_id: subject }) => subject === id);
  const address = approval ? href(['approvals', approval.id]) : href(['approvals'], { identity_id: agentId });
  return (
    <>
      <p class="note">
        <strong>Held for approval.</strong> Nothing is sent before a person approves it.{' '}
        {(data ?? error) !== undefined && <a href={address}>{approval ? 'Open the approval' : 'Open the approvals'}</a>}
      </p>
      <ErrorText error={error} />
    </>
  );
}
