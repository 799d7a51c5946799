import { WORK_QUEUES } from '#shared/contract/jobs.ts';
import { findDelivery } from '#shared/data/entities/delivery/delivery.ts';
import type { OutboxEntry } from '#shared/data/entities/log/outbox.ts';
import { PermanentError } from '#shared/domain/errors/permanent-error.ts';
import { getTable } from '#shared/runtime/clients.ts';
import type { QueuedJob } from '#shared/runtime/queue.ts';
import { attemptJobs } from '#shared/services/deliveries/attempt-jobs.ts';
import { recoveryMessage } from '#shared/services/deliveries/recovery-message.ts';
import { createPushDeliveries } from './create-push-deliveries.ts';
import { replay } from './fan-out.ts';
import { queueStream } from './queue-stream.ts';
import type { SubscriberCache } from './subscriber-cache.ts';

/** Returns the jobs that do the work of an outbox entry, after it has created the deliveries that they name. */
export async function dispatchOutboxEntry(entry: OutboxEntry, subscribers: SubscriberCache): Promise<QueuedJob[]> {
  const { organizationId } = entry;
  switch (entry.kind) {
    case 'code_mail':
      return [serviceMail(entry)];
    case 'mail': {
      const { identityId, messageId } = entry;
      return [{ queue: 'outbound-mail', job: { organizationId, identityId, messageId }, group: organizationId }];
    }
    case 'webhook_test': {
      const delivery = await findDelivery(getTable(), organizationId, entry.deliveryId);
      return attemptJobs(getTable(), delivery === undefined ? [] : [delivery]);
    }
    case 'domain_check': {
      const { domainId } = entry;
      return [{ queue: 'domain-checks', job: { kind: 'check', organizationId, domainId }, group: organizationId }];
    }
    case 'domain_release':
      return [{ queue: 'domain-checks', job: { kind: 'release', domain: entry.domain }, group: organizationId }];
    case 'task_push':
      return createPushDeliveries(entry);
    case 'stream_check': {
      const { connectionId } = entry;
      if (connectionId !== null) return [queueStream(organizationId, connectionId)];
      return (await subscribers.streamsOf(organizationId)).map((stream) =>
        queueStream(organizationId, stream.connectionId),
      );
    }
    case 'tunnel_close': {
      const { connectionId } = entry;
      return [{ queue: 'event-streams', job: { kind: 'close_tunnel', connectionId }, group: connectionId }];
    }
    case 'noop':
      if (entry.recover !== undefined) return [recoveryMessage(organizationId, entry.recover)];
      return entry.notice === undefined && entry.approvalNotice === undefined ? [] : [serviceMail(entry)];
    case 'heartbeat':
      return WORK_QUEUES.filter((queue) => entry.queues?.includes(queue) ?? true).map((queue) => ({
        queue,
        job: { kind: 'heartbeat', sentAt: entry.createdAt },
        group: entry.kind,
        isOptional: true,
      }));
    case 'replay':
      return replay(entry, subscribers);
    default:
      throw new PermanentError(`no such kind of outbox entry: ${(entry as { kind: unknown }).kind}`);
  }
}

/** The job that sends an email of the service itself, which the entry holds. */
function serviceMail({ organizationId, id }: OutboxEntry): QueuedJob<'outbound-mail'> {
  return { queue: 'outbound-mail', job: { organizationId, outboxId: id }, group: organizationId };
}
