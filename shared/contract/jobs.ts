import { z } from 'zod';

/** What every job may have: the request that caused it. */
const caused = { requestId: z.string().optional() };

/** One attempt of a delivery. `push` is set for a notification of a task's step and absent for an event. */
const deliveryJob = z.object({
  organizationId: z.string(),
  deliveryId: z.string(),
  webhookId: z.string(),
  eventId: z.string(),
  generation: z.int(),
  /** Finished attempts of this generation before this one. */
  attempt: z.int(),
  /** How often the attempt was put off, because the destination had too many. */
  deferrals: z.int().optional(),
  push: z.object({ taskId: z.string(), configId: z.string(), seq: z.int() }).optional(),
  ...caused,
});

/**
 * The deliveries of an event with many endpoints, to be created or, for a replay, restarted. `replay`: the id of its
 * outbox entry, and the delivery times of endpoints that were registered after the event. `after`: the last endpoint
 * that an earlier job of the event has reached. `isTurn`: the job has waited for its turn.
 */
const fanOutJob = z.object({
  kind: z.literal('fan_out'),
  organizationId: z.string(),
  eventId: z.string(),
  replay: z.object({ id: z.string(), late: z.record(z.string(), z.number()) }).optional(),
  after: z.string().optional(),
  isTurn: z.boolean().optional(),
  ...caused,
});

/** An email of the service itself, a code or a notice, held by an outbox entry. */
const serviceMailJob = z.object({ organizationId: z.string(), outboxId: z.string(), ...caused });

/** A message of an agent to be sent. */
const messageJob = z.object({
  organizationId: z.string(),
  identityId: z.string(),
  messageId: z.string(),
  ...caused,
});

const domainJob = z.discriminatedUnion('kind', [
  /** Checks an organization's claim on a mail domain. */
  z.object({ kind: z.literal('check'), organizationId: z.string(), domainId: z.string(), ...caused }),
  /** Deletes a mail domain from SES if no organization claims it any more. */
  z.object({ kind: z.literal('release'), domain: z.string(), ...caused }),
]);

/** Sends an event stream what is new in the log. Two jobs for one stream do no harm. */
const streamJob = z.object({ organizationId: z.string(), connectionId: z.string(), ...caused });

/** Closes the connection of a tunnel that was deleted. */
const closeTunnelJob = z.object({ kind: z.literal('close_tunnel'), connectionId: z.string(), ...caused });

/**
 * A notification of SES about a received mail, sent again with the organization as its message group. The fields that
 * the service reads are in `receivedNotificationSchema`.
 */
const groupedMailJob = z.looseObject({
  notificationType: z.literal('Received'),
  receipt: z.looseObject({ recipients: z.array(z.string()).min(1) }),
  grouped: z.literal(true),
});

/**
 * A signal of the heartbeat, which each queue of jobs carries to its worker once per minute. `sentAt`: when the sweep
 * wrote its outbox entry, in milliseconds since the epoch.
 *
 * See: docs/decisions/0038-alarms.md.
 */
export const heartbeatSchema = z.object({ kind: z.literal('heartbeat'), sentAt: z.number() });

export type Heartbeat = z.output<typeof heartbeatSchema>;

/**
 * The job that each queue carries, by the name of the queue, which is `aid-<stage>-<name>` in AWS. Producers send jobs
 * with `enqueue`, which has these types; consumers parse the messages with these schemas. They ignore fields that they
 * do not know, because a newer release may already write them.
 *
 * See: docs/architecture.md#four-decisions.
 */
export const JOB_SCHEMAS = {
  delivery: z.union([deliveryJob, fanOutJob]),
  'outbound-mail': z.union([serviceMailJob, messageJob]),
  'domain-checks': domainJob,
  'inbound-mail': groupedMailJob,
  'event-streams': z.union([streamJob, closeTunnelJob]),
  /** Only heartbeats: what SES reports about sent mail comes from a topic. */
  'mail-status': heartbeatSchema,
  /** Rows that the relay can never relay. They wait for an operator. */
  'relay-failures': z.object({ pk: z.string(), sk: z.string(), error: z.string() }),
} as const;

export type QueueName = keyof typeof JOB_SCHEMAS;

export type JobOf<Q extends QueueName> = z.output<(typeof JOB_SCHEMAS)[Q]>;

/** The queues that have a worker. It has the name of its queue: `worker-<queue>`. */
export type WorkQueueName = Exclude<QueueName, 'relay-failures'>;

export const WORK_QUEUES: readonly WorkQueueName[] = (Object.keys(JOB_SCHEMAS) as QueueName[]).filter(
  (name) => name !== 'relay-failures',
);

export type DeliveryJob = z.output<typeof deliveryJob>;
export type FanOutJob = z.output<typeof fanOutJob>;
export type ServiceMailJob = z.output<typeof serviceMailJob>;
export type MessageJob = z.output<typeof messageJob>;
export type DomainJob = z.output<typeof domainJob>;
export type StreamJob = z.output<typeof streamJob>;

/** The environment variable that holds the URL of each queue. */
export const QUEUE_URL_VARIABLES = {
  delivery: 'DELIVERY_QUEUE_URL',
  'outbound-mail': 'OUTBOUND_MAIL_QUEUE_URL',
  'domain-checks': 'DOMAIN_CHECKS_QUEUE_URL',
  'inbound-mail': 'INBOUND_MAIL_QUEUE_URL',
  'event-streams': 'EVENT_STREAMS_QUEUE_URL',
  'mail-status': 'MAIL_STATUS_QUEUE_URL',
  'relay-failures': 'RELAY_FAILURES_QUEUE_URL',
} as const satisfies Record<QueueName, string>;

/** What the job of a delivery's next attempt takes from its record. */
interface DeliveryHead extends Pick<DeliveryJob, 'organizationId' | 'webhookId' | 'eventId' | 'generation' | 'push'> {
  id: string;
  attemptCount: number;
}

/** The job of a delivery's next attempt. */
export function toDeliveryJob(delivery: DeliveryHead): DeliveryJob {
  const { organizationId, webhookId, eventId, generation, push } = delivery;
  return {
    organizationId,
    deliveryId: delivery.id,
    webhookId,
    eventId,
    generation,
    attempt: delivery.attemptCount,
    ...(push !== undefined && { push }),
  };
}
