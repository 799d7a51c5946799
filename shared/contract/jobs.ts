import { z } from 'zod';

/** The fields of every job: the request that caused it. */
const caused = { requestId: z.string().optional() };

/** One attempt of a delivery. `push` is set for a notification about a task's step, and absent for an event. */
const deliveryJob = z.object({
  organizationId: z.string(),
  deliveryId: z.string(),
  webhookId: z.string(),
  eventId: z.string(),
  generation: z.int(),
  /** Finished attempts of this generation before this one. */
  attempt: z.int(),
  /** How often the attempt was postponed because its destination had too many. */
  deferrals: z.int().optional(),
  /**
   * Whether the owner of the organization was verified when the job was enqueued. Absent in jobs of release 0.2.0,
   * which reads the organization instead.
   */
  isVerified: z.boolean().optional(),
  push: z.object({ taskId: z.string(), configId: z.string(), seq: z.int() }).optional(),
  /**
   * Set for the next step of a recovery: it restarts deliveries, and `deliveryId` is the id of the recovery. Release
   * 0.3.0 takes it for an attempt of a delivery that does not exist, and drops it.
   */
  recovers: z.boolean().optional(),
  ...caused,
});

/**
 * Creates the deliveries of an event with many endpoints or, for a replay, restarts them. `replay`: the id of its
 * outbox entry, and the delivery times of endpoints that were registered after the event. `after`: the last endpoint
 * that an earlier job for the event reached. `isTurn`: whether the job has waited for its turn.
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

/** An email from the service itself, a code or a notice, stored in an outbox entry. */
const serviceMailJob = z.object({ organizationId: z.string(), outboxId: z.string(), ...caused });

/**
 * Sends a message of an agent. `sendsAt`: the message waits until then, in milliseconds since the epoch. Release 0.3.0
 * does not read it, and sends the message at once.
 */
const messageJob = z.object({
  organizationId: z.string(),
  identityId: z.string(),
  messageId: z.string(),
  sendsAt: z.number().optional(),
  ...caused,
});

const domainJob = z.discriminatedUnion('kind', [
  /** Checks an organization's claim on a mail domain. */
  z.object({ kind: z.literal('check'), organizationId: z.string(), domainId: z.string(), ...caused }),
  /** Deletes a mail domain from SES if no organization claims it any longer. */
  z.object({ kind: z.literal('release'), domain: z.string(), ...caused }),
]);

/** Sends new events in the log to an event stream. Two jobs for one stream do no harm. */
const streamJob = z.object({ organizationId: z.string(), connectionId: z.string(), ...caused });

/** Closes the connection of a deleted tunnel. */
const closeTunnelJob = z.object({ kind: z.literal('close_tunnel'), connectionId: z.string(), ...caused });

/**
 * An SES notification about received mail, re-queued with the organization as its message group.
 * `receivedNotificationSchema` has the fields that the service reads.
 */
const groupedMailJob = z.looseObject({
  notificationType: z.literal('Received'),
  receipt: z.looseObject({ recipients: z.array(z.string()).min(1) }),
  grouped: z.literal(true),
});

/**
 * A heartbeat, which each job queue carries to its worker every two minutes. `sentAt`: when the sweep wrote its outbox
 * entry or published it, in milliseconds since the epoch.
 *
 * See: docs/decisions/0038-alarms.md.
 */
export const heartbeatSchema = z.object({ kind: z.literal('heartbeat'), sentAt: z.number() });

export type Heartbeat = z.output<typeof heartbeatSchema>;

/**
 * The job that each queue carries, by the name of the queue, which is `aid-<stage>-<name>` in AWS. Producers send jobs
 * with `enqueue`, which is typed with them; consumers parse the messages with these schemas. They ignore unknown
 * fields, because a newer release may already write them.
 *
 * See: docs/architecture.md#four-decisions.
 */
export const JOB_SCHEMAS = {
  delivery: z.union([deliveryJob, fanOutJob]),
  'outbound-mail': z.union([serviceMailJob, messageJob]),
  'domain-checks': domainJob,
  'inbound-mail': groupedMailJob,
  'event-streams': z.union([streamJob, closeTunnelJob]),
  /** Only heartbeats, because SES reports about sent mail through a topic. */
  'mail-status': heartbeatSchema,
  /** Rows that the relay can never relay. They wait for an operator. */
  'relay-failures': z.object({ pk: z.string(), sk: z.string(), error: z.string() }),
} as const;

export type QueueName = keyof typeof JOB_SCHEMAS;

export type JobOf<Q extends QueueName> = z.output<(typeof JOB_SCHEMAS)[Q]>;

/** The queues that have a worker, which is named after its queue: `worker-<queue>`. */
export type WorkQueueName = Exclude<QueueName, 'relay-failures'>;

export const WORK_QUEUES: readonly WorkQueueName[] = (Object.keys(JOB_SCHEMAS) as QueueName[]).filter(
  (name) => name !== 'relay-failures',
);

/** The queues that get their jobs from a topic. So does their heartbeat, with the variable that names the topic. */
export const TOPIC_VARIABLES = {
  'inbound-mail': 'INBOUND_MAIL_TOPIC',
  'mail-status': 'MAIL_STATUS_TOPIC',
} as const satisfies Partial<Record<WorkQueueName, string>>;

export type TopicQueueName = keyof typeof TOPIC_VARIABLES;

export const TOPIC_QUEUES = Object.keys(TOPIC_VARIABLES) as TopicQueueName[];

/** The queues to which the relay sends their heartbeat. */
export const RELAYED_QUEUES: readonly WorkQueueName[] = WORK_QUEUES.filter(
  (name) => !Object.hasOwn(TOPIC_VARIABLES, name),
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

/** The fields of a delivery's record that the job of its next attempt needs. */
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
