import type { MetricName } from '#shared/contract/metrics.ts';
import type { Item } from './usage.ts';

/**
 * When each of the service's own metrics is published. CloudWatch charges for each that got a value in a month, by the
 * hours in which it did. `idle`: without any use. `failure`: only while something is wrong.
 */
const PUBLISHED = {
  OldestDueDeliverySeconds: 'idle',
  OldestUnsentEmailSeconds: 'idle',
  OldestHeartbeatSeconds: 'idle',
  FailedMessages: 'idle',
  Mail_ingested: 'mailsIn',
  Mail_blocked: 'mailsIn',
  Mail_unroutable: 'mailsIn',
  Mail_repeated: 'mailsIn',
  Mail_sent: 'mailsOut',
  Mail_delivered: 'mailsOut',
  Mail_bounced: 'mailsOut',
  Mail_complained: 'mailsOut',
  Mail_failed: 'mailsOut',
  Attempts_delivered: 'deliveries',
  Attempts_retrying: 'deliveries',
  Attempts_dead_letter: 'deliveries',
  MailNotParsed: 'failure',
  Mail_forged: 'failure',
  Mail_retried: 'failure',
  Mail_unmatched: 'failure',
  WorkerFailures: 'failure',
  TicketsClosed: 'failure',
  ReadersBlocked: 'failure',
} as const satisfies Record<MetricName, Item | 'idle' | 'failure'>;

/** How many own metrics get values when these items are used, or `idle`. */
export function metricsOf(items: readonly (Item | 'idle')[]): number {
  return Object.values(PUBLISHED).filter((when) => (items as readonly string[]).includes(when)).length;
}
