import type { SQSRecord } from 'aws-lambda';
import { SECOND } from '#shared/domain/time/time.ts';
import { enqueueAll } from '#shared/runtime/queue.ts';
import type { ReachedMailbox } from '#shared/services/inbound-mail/route-recipients.ts';
import type { ReceivedMailNotification } from './received-mail-notification.ts';

/** An email that waited longer has a backlog before it. */
const BACKLOG_MS = 5 * SECOND;

/**
 * Whether an email waited behind others, which may all be of one flooded organization: SES publishes its notifications
 * without a message group.
 */
export function waitedInBacklog({ grouped }: ReceivedMailNotification, { attributes }: SQSRecord): boolean {
  return grouped === undefined && Date.now() - Number(attributes?.SentTimestamp ?? Date.now()) > BACKLOG_MS;
}

/**
 * Returns an email to its queue, once for each organization that it is for, which is now the message group: SQS serves
 * first the groups that have the fewest messages in flight. To look up a mailbox takes a small part of the time that a
 * mail takes, so a backlog is sorted much sooner than it is ingested. A second queue for it would be polled all month.
 *
 * See: AWS SQS fair queues.
 */
export async function regroup({ body }: SQSRecord, mailboxes: readonly ReachedMailbox[]): Promise<void> {
  const notification = JSON.parse(body) as { notificationType: 'Received'; receipt: object };
  const byOrganization = Map.groupBy(mailboxes, ({ organizationId }) => organizationId);
  await enqueueAll(
    [...byOrganization].map(([group, own]) => {
      const receipt = { ...notification.receipt, recipients: own.map(({ deliveredTo }) => deliveredTo) };
      return { queue: 'inbound-mail', job: { ...notification, receipt, grouped: true }, group };
    }),
  );
}
