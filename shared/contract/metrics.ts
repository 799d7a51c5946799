import type { RetryDecision } from '#shared/domain/delivery/delivery.ts';
import type { MailOutcome } from '#shared/domain/mail/outcome.ts';

/** The CloudWatch namespace of the service's own metrics. */
export const METRIC_NAMESPACE = 'AID';

/**
 * The service under which the workers and the functions of connections and tunnels count their failures together:
 * CloudWatch charges for each metric that an alarm reads.
 */
export const WORKER_SERVICE = 'workers';

/** What the functions count. Alarms and the dashboard read the same names. */
export type CountMetric =
  /** Inbound mail that was stored raw because the parser could not read it. */
  | 'MailNotParsed'
  /** Inbound mail, by what the service did with it. `repeated`: the mailbox had it already. */
  | `Mail_${'ingested' | 'blocked' | 'unroutable' | 'repeated'}`
  /** Mail submitted over HTTP with an invalid signature. */
  | 'Mail_forged'
  /** Outbound mail that a provider accepted, did not accept yet, or rejected for good. */
  | `Mail_${'sent' | 'retried' | 'failed'}`
  /** Outcomes of outbound mail. */
  | `Mail_${MailOutcome['kind']}`
  /** SES notifications about mail that this stage has not sent. */
  | 'Mail_unmatched'
  /** Attempts of deliveries, by the status that the delivery has after them. */
  | `Attempts_${RetryDecision['status']}`
  /** Minutes in which SES did not deliver to the stage, or the sweep could not find out. */
  | 'ReceiptRulesInactive'
  /** Jobs, records of the stream, events of connections and public requests of tunnels that the service failed at. */
  | 'WorkerFailures'
  /** Tickets of events that readers closed: their writers crashed, or took longer than the lease. */
  | 'TicketsClosed'
  /** Readers that more unknown tickets stopped than an event names. */
  | 'ReadersBlocked';

/** What the functions measure in seconds. */
export type SecondsMetric =
  /** How late the oldest due delivery is. */
  | 'OldestDueDeliverySeconds'
  /** How long the oldest email waits that SES has not accepted in its first attempt. */
  | 'OldestUnsentEmailSeconds'
  /** How old the last heartbeat is that a worker has processed: of the worker for which it is oldest. */
  | 'OldestHeartbeatSeconds';

/**
 * The age of a heartbeat above which something is wrong, in seconds. The sweep measures it once per minute, just before
 * it sends the next, so it is one minute where all is well, and three after two were lost.
 */
export const MAX_HEARTBEAT_AGE_SECONDS = 150;

/** What the functions measure as a number at a time. */
export type GaugeMetric =
  /** Messages in the failure queues, all together. */
  'FailedMessages';

export type MetricName = CountMetric | SecondsMetric | GaugeMetric;
