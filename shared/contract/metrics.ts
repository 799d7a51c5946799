import type { RetryDecision } from '#shared/domain/delivery/delivery.ts';
import type { MailOutcome } from '#shared/domain/mail/outcome.ts';

/** The CloudWatch namespace of the service's own metrics. */
export const METRIC_NAMESPACE = 'AID';

/**
 * The service name under which the workers and the functions for connections and tunnels count their failures together,
 * because CloudWatch charges for each metric that an alarm reads.
 */
export const WORKER_SERVICE = 'workers';

/**
 * The service names under which the sweep publishes the age of the oldest heartbeat a second time while it is late:
 * once for each way, `way-<name>`, and once for the settings of the account. They have no values while all is well, so
 * they cost nothing then.
 */
export const WAY_SERVICE = 'way';
export const ACCOUNT_SERVICE = 'account';

/** The counters of the functions. Alarms and the dashboard use the same names. */
export type CountMetric =
  /** Inbound mail that was stored raw because the parser could not read it. */
  | 'MailNotParsed'
  /** Inbound mail, by what the service did with it. `repeated`: the mailbox already had it. */
  | `Mail_${'ingested' | 'blocked' | 'unroutable' | 'repeated'}`
  /** Mail submitted over HTTP with an invalid signature. */
  | 'Mail_forged'
  /** Outbound mail that a provider accepted, did not accept yet, or rejected for good. */
  | `Mail_${'sent' | 'retried' | 'failed'}`
  /** Outcomes of outbound mail. */
  | `Mail_${MailOutcome['kind']}`
  /** SES notifications about mail that this stage did not send. */
  | 'Mail_unmatched'
  /** Delivery attempts, by the resulting status of the delivery. */
  | `Attempts_${RetryDecision['status']}`
  /**
   * Jobs, stream records, connection events and public requests to tunnels that the service failed to process, and
   * requests to the API at which its function crashed.
   */
  | 'WorkerFailures'
  /** Event tickets that readers closed, because their writers crashed or took longer than the lease. */
  | 'TicketsClosed'
  /** Readers that stopped at more unknown tickets than an event names. */
  | 'ReadersBlocked';

/** The measurements of the functions in seconds. */
export type SecondsMetric =
  /** How overdue the oldest due delivery is. */
  | 'OldestDueDeliverySeconds'
  /** How long the oldest email has been waiting that SES did not accept on the first attempt. */
  | 'OldestUnsentEmailSeconds'
  /** How long ago a way through the stage worked last, for the way for which that is longest. */
  | 'OldestHeartbeatSeconds';

/**
 * The age of a heartbeat above which something is wrong, in seconds. A way has no age until its turn has come and it
 * did not work: then it is the time since it worked last, of two minutes or three when it is measured first.
 */
export const MAX_HEARTBEAT_AGE_SECONDS = 150;

/** The gauges of the functions. */
export type GaugeMetric =
  /** Messages in all failure queues. */
  'FailedMessages';

export type MetricName = CountMetric | SecondsMetric | GaugeMetric;
