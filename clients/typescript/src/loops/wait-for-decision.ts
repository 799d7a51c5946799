import type { Client } from '../generated/resources.ts';
import type { Approval } from '../generated/types.ts';
import { requireTimeout, segment } from '../mistakes.ts';
import type { OfIdentity } from '../options.ts';
import { untilDone } from './backoff.ts';

/** How long a wait for a decision lasts. */
export interface WaitForDecisionOptions extends OfIdentity {
  /** How long to wait at most, in milliseconds; 0 checks once. By default until the approval ends, as each one does. */
  readonly timeoutMs?: number | undefined;
  readonly signal?: AbortSignal | undefined;
}

const BEFORE_EVERYTHING = '1970-01-01T00:00:00.000Z';
const WAIT_MS = 25_000;

/**
 * Waits until a person has decided, or the approval has ended otherwise, and returns the approval as it is then. After
 * the timeout its status is still `pending`. While the service cannot be reached, it retries, and rejects with the last
 * error after the timeout.
 *
 * See: docs/decisions/0053-loops-of-the-sdks.md#approvalswait.
 */
export async function waitForDecision(
  client: Client,
  approvalId: string,
  { timeoutMs = Number.POSITIVE_INFINITY, identityId, signal }: WaitForDecisionOptions = {},
): Promise<Approval> {
  requireTimeout(timeoutMs, 0);
  segment(approvalId, 'approvals.wait');
  const until = Date.now() + timeoutMs;
  // With a timeout, this loop makes all the attempts itself, so that none starts after the end.
  const options = { signal, maxRetries: timeoutMs > 0 ? 0 : undefined };
  const type = 'approval.decided';
  const newest = () => client.events.list({ type, limit: 1 }, { ...options, identityId }).firstPage();
  // The place is older than the first look at the approval, so no decision is between the two.
  let since = (await untilDone(newest, signal, until))[0]?.created_at ?? BEFORE_EVERYTHING;
  for (;;) {
    const approval = await untilDone(() => client.approvals.get(approvalId, options), signal, until);
    if (approval.status !== 'pending' || Date.now() >= until) return approval;
    // One that expires or is canceled has ended in the record before it has in the log, so each wait ends with a look.
    for (let isOther = true; isOther; ) {
      const left = Math.max(0, Math.min(WAIT_MS, until - Date.now()));
      const wait = () =>
        client.events.wait({ type, since, timeout_ms: left }, { ...options, identityId: approval.identity_id });
      const { event } = await untilDone(wait, signal, until);
      if (event !== null) since = event.created_at;
      isOther = event !== null && event.aggregate_id !== approval.id;
    }
  }
}
