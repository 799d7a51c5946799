import { useState } from 'preact/hooks';
import type { Delivery } from '../../../typescript/src/index.ts';
import { ReplayEvent } from '../log/replay-event.tsx';
import { href } from '../shell/route.ts';
import { aidOfSession } from '../shell/session.ts';
import { ResponseView } from '../trace/response-view.tsx';
import { useLoad } from '../widgets/use-load.ts';
import type { FailingEvent } from './use-failing-messages.ts';

/**
 * Says of an open message that deliveries of its event have failed, why, and what the receiver responded, with a button
 * that replays them. What became of the replay stays until the message is closed.
 */
export function FailingNotice({ failing }: { readonly failing: FailingEvent | undefined }) {
  const [shown, setShown] = useState(failing);
  const [isReplayed, setReplayed] = useState(false);
  const present = failing ?? (isReplayed ? shown : undefined);
  if (present === undefined) return null;
  const { eventId } = present;
  return (
    <div class={failing === undefined ? 'note' : 'note failure'} role="group" aria-label="Deliveries of this message">
      {failing && <Reason of={failing.failing.example} />}
      <p>
        <a href={href(['log', eventId])}>The event and its deliveries</a>
      </p>
      <ReplayEvent
        key={eventId}
        id={eventId}
        onReplayed={() => {
          setShown(present);
          setReplayed(true);
        }}
      />
    </div>
  );
}

function Reason({
  of: { id, status, event_type: type, url, last_error: error, attempt_count },
}: {
  readonly of: Delivery;
}) {
  const { data } = useLoad(
    (signal) => aidOfSession().webhooks.deliveries.get(id, { signal }),
    [id, attempt_count, status],
  );
  const response = data?.attempts.at(-1)?.response;
  return (
    <>
      <p>
        <strong>{status === 'retrying' ? 'Delivery failed, and is tried again.' : 'Delivery failed.'}</strong>{' '}
        <code>{type}</code> to <span class="url">{url}</span>
        {error !== null && `: ${error}`}
      </p>
      {response && <ResponseView response={response} />}
    </>
  );
}
