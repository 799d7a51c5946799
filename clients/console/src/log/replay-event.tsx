import { useEffect, useRef, useState } from 'preact/hooks';
import type { Delivery } from '../../../typescript/src/index.ts';
import { isAgent, mayReplay } from '../shell/role.ts';
import { aidOfSession } from '../shell/session.ts';
import { countOf } from '../widgets/count-of.ts';
import { ErrorText } from '../widgets/error-text.tsx';
import { useAction } from '../widgets/use-action.ts';
import { useLoad } from '../widgets/use-load.ts';
import { useRefresh } from '../widgets/use-refresh.ts';
import { hasEndedAttempt } from './has-ended-attempt.ts';
import { announceAttempts } from './use-failing-deliveries.ts';

/** The most endpoints that can match an event: those of its agent, and those of the organization. */
const MAX_DELIVERIES = 200;

/** How often it is read what has become of a replay, every two seconds. Deliveries beyond a budget wait for longer. */
const MAX_READS = 60;

interface ReplayEventProps {
  readonly id: string;
  readonly onReplayed?: () => void;
  /** Called when replayed deliveries have been attempted. */
  readonly onAttempted?: () => void;
}

/** A replay: the deliveries that it has begun again, and when those that there were had last changed. */
interface Begun {
  readonly ids: readonly string[];
  readonly changedAt: ReadonlyMap<string, string>;
}

/** Replays an event to every endpoint that it matches, and says what became of each of these deliveries. */
export function ReplayEvent({ id, onReplayed, onAttempted }: ReplayEventProps) {
  const [begun, setBegun] = useState<Begun>();
  const replay = useAction(async () => {
    const before = await deliveriesOf(id);
    const changedAt = new Map(before.map((delivery) => [delivery.id, delivery.updated_at]));
    const { delivery_ids: ids } = await aidOfSession().events.replay(id);
    setBegun({ ids, changedAt });
    onReplayed?.();
  });
  if (!mayReplay()) return <p class="quiet">An admin of the organization can replay it.</p>;
  return (
    <>
      <button type="button" disabled={replay.isRunning} onClick={replay.run}>
        Replay
      </button>
      <ErrorText error={replay.error} />
      {begun && <Outcome key={[...begun.changedAt.values()].join()} id={id} begun={begun} onAttempted={onAttempted} />}
    </>
  );
}

interface OutcomeProps {
  readonly id: string;
  readonly begun: Begun;
  readonly onAttempted: (() => void) | undefined;
}

function Outcome({ id, begun: { ids, changedAt }, onAttempted }: OutcomeProps) {
  const found = useLoad(
    async (signal) => {
      const { deliveries } = aidOfSession().webhooks;
      const all = (await deliveriesOf(id, signal)).filter((one) => ids.includes(one.id));
      const ended = await Promise.all(
        all.map((one) => hasEndedAttempt(one, changedAt.get(one.id), () => deliveries.get(one.id, { signal }))),
      );
      return all.filter((_, index) => ended[index]);
    },
    [id, ids],
  );
  const reads = useRef(0);
  const attempted = found.data ?? [];
  const waiting = ids.length - attempted.length;
  const delivered = attempted.filter(({ status }) => status === 'delivered').length;
  useEffect(() => {
    reads.current += 1;
  }, [found.state]);
  useEffect(() => {
    if (attempted.length === 0) return;
    onAttempted?.();
    announceAttempts();
  }, [attempted.length]);
  useRefresh(found, { isOn: waiting > 0 && reads.current < MAX_READS });
  const to = countOf(ids.length, 'endpoint');
  const counts = [`${delivered} delivered`, `${attempted.length - delivered} failed again`];
  if (waiting > 0) counts.push(`${waiting} waiting for an attempt`);
  return (
    <>
      <p role="status">{ids.length === 0 ? nothingSent() : `Replayed to ${to}: ${counts.join(', ')}.`}</p>
      <ErrorText error={found.error} />
    </>
  );
}

/** An agent does not see whether the organization has an endpoint that receives the event. */
function nothingSent(): string {
  return isAgent()
    ? 'Replayed, but no endpoint of this agent that is enabled receives this event.'
    : 'Nothing was sent: no endpoint that is enabled receives this event.';
}

async function deliveriesOf(id: string, signal?: AbortSignal): Promise<readonly Delivery[]> {
  const query = { event_id: id, limit: MAX_DELIVERIES };
  return aidOfSession()
    .webhooks.deliveries.list(query, signal && { signal })
    .firstPage();
}
