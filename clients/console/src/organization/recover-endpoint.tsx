import { useEffect, useState } from 'preact/hooks';
import type { Recovery } from '../../../typescript/src/index.ts';
import { hasRole } from '../shell/role.ts';
import { aidOfSession } from '../shell/session.ts';
import { ErrorText } from '../widgets/error-text.tsx';
import { useAction } from '../widgets/use-action.ts';
import { useLoad } from '../widgets/use-load.ts';
import { useLoadCount } from '../widgets/use-load-count.ts';
import { useRefresh } from '../widgets/use-refresh.ts';

const DAY_MS = 86_400_000;

/** Deliveries that wait for a budget or for their endpoint may be pending for long, so later reads are rare. */
const MAX_CLOSE_READS = 60;
const RARE_MS = 20_000;

interface RecoverEndpointProps {
  readonly id: string;
  /** Called when its deliveries have changed. */
  readonly onReplayed: () => void;
}

/** Replays what failed at an endpoint in the last day, and shows how far that is. */
export function RecoverEndpoint({ id, onReplayed }: RecoverEndpointProps) {
  const [recoveryId, setRecoveryId] = useState<string>();
  const start = useAction(async () => {
    const since = new Date(Date.now() - DAY_MS);
    setRecoveryId((await aidOfSession().webhooks.recover(id, { since, status: 'all' })).recovery_id);
    onReplayed();
  });
  if (!hasRole('admin')) return null;
  return (
    <>
      <div class="actions">
        <button type="button" disabled={start.isRunning} onClick={start.run}>
          Recover
        </button>
        <span class="quiet">Replays what has failed in the last 24 hours.</span>
      </div>
      {recoveryId !== undefined && <Progress webhookId={id} recoveryId={recoveryId} onMoved={onReplayed} />}
      <ErrorText error={start.error} />
    </>
  );
}

interface ProgressProps {
  readonly webhookId: string;
  readonly recoveryId: string;
  /** Called whenever something has become of a delivery. */
  readonly onMoved: () => void;
}

/** What has become of the replayed deliveries, until each was attempted. */
function Progress({ webhookId, recoveryId, onMoved }: ProgressProps) {
  const found = useLoad(
    (signal) => aidOfSession().webhooks.recoveries.get(webhookId, recoveryId, { signal }),
    [webhookId, recoveryId],
  );
  const { data, error, state } = found;
  const afterMs = useLoadCount(state) < MAX_CLOSE_READS ? undefined : RARE_MS;
  useRefresh(found, { isOn: data === undefined || isMoving(data), afterMs });
  // The recovery works in the background, so its deliveries change after the click that began it.
  const counts = data && `${data.replayed} ${data.delivered} ${data.failed}`;
  useEffect(() => {
    if (counts !== undefined) onMoved();
  }, [counts]);
  return (
    <>
      {data && <p role="status">{textOf(data)}</p>}
      <ErrorText error={error} />
    </>
  );
}

function isMoving({ state, pending }: Recovery): boolean {
  return state === 'running' || pending > 0;
}

function textOf(recovery: Recovery): string {
  const { matched, replayed, skipped, delivered, failed, next_since: next } = recovery;
  if (matched === 0) return 'Nothing has failed in the last 24 hours.';
  const counts = [`${replayed} of ${matched} replayed`, `${delivered} delivered`, `${failed} failed again`];
  if (skipped > 0) counts.push(`${skipped} skipped`);
  const more = next === null || isMoving(recovery) ? '' : ' There are more: recover again.';
  return `${isMoving(recovery) ? 'Recovering: ' : 'Recovered: '}${counts.join(', ')}.${more}`;
}
