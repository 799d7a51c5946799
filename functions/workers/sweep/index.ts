import { publishMetrics } from '#shared/runtime/log.ts';
import { reportFailure } from '#shared/runtime/report-failure.ts';
import { enqueueDueDomains } from './due-domains.ts';
import { workOnApprovals } from './end-approvals.ts';
import { keepSigningKeys } from './keep-signing-keys.ts';
import { releaseDueDeliveries } from './release-due-deliveries.ts';
import { releaseWaitingDeliveries } from './release-waiting.ts';
import { sendDueDrafts } from './send-due-drafts.ts';
import { updateIndexes } from './update-indexes.ts';
import { watchFailureQueues } from './watch-failure-queues.ts';
import { watchHeartbeats } from './watch-heartbeats.ts';
import { watchUnsentEmails } from './watch-unsent-emails.ts';

/** What follows the deliveries, so that it cannot delay them. */
const LATER: Readonly<Record<string, (now: number) => Promise<void>>> = {
  'waiting deliveries not released': releaseWaitingDeliveries,
  'heartbeats not watched': watchHeartbeats,
  'unsent emails not watched': watchUnsentEmails,
  'failure queues not watched': watchFailureQueues,
  'domain checks not enqueued': enqueueDueDomains,
  'due drafts not sent': sendDueDrafts,
  'search indexes not updated': updateIndexes,
  'approvals not worked on': workOnApprovals,
  'signing keys not rotated': keepSigningKeys,
};

/**
 * Runs every minute. Releases due deliveries, due checks of mail domains and due drafts, has search indexes brought up
 * to date, ends approvals, has approvers emailed, rotates the keys that sign tokens, and measures what alarms read. A
 * part that fails keeps none of the others from its work: its metric is missing then, or the failure is counted.
 *
 * See: docs/architecture.md#four-decisions; docs/decisions/0038-alarms.md.
 */
export const handler = async (): Promise<void> => {
  const now = Date.now();
  try {
    await releaseDueDeliveries(now);
  } catch (error) {
    reportFailure('due deliveries not released', error);
  }
  await Promise.all(
    Object.entries(LATER).map(([failure, work]) => work(now).catch((error) => reportFailure(failure, error))),
  );
  publishMetrics();
};
