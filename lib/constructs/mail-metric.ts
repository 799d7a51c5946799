import { Metric, Stats } from 'aws-cdk-lib/aws-cloudwatch';
import { Duration } from 'aws-cdk-lib/core';
import { METRIC_NAMESPACE, type MetricName } from '#shared/contract/metrics.ts';
import type { StageConfig } from '../config.ts';
import type { FunctionName } from '../functions.ts';
import { serviceNameOf } from '../settings.ts';

/** The counts of mail, with the function that counts each and its metric. */
const COUNTED = {
  /** Received, and stored raw because it could not be parsed. */
  unreadable: { by: 'worker-inbound-mail', as: 'MailNotParsed' },
  /** Received by SES, by what became of it. */
  ingested: { by: 'worker-inbound-mail', as: 'Mail_ingested' },
  blocked: { by: 'worker-inbound-mail', as: 'Mail_blocked' },
  unroutable: { by: 'worker-inbound-mail', as: 'Mail_unroutable' },
  /** Submitted over HTTP without a valid signature. */
  forged: { by: 'http-inbound-mail', as: 'Mail_forged' },
  /** Accepted by a provider. */
  sent: { by: 'worker-outbound-mail', as: 'Mail_sent' },
  /** Not accepted by a provider for now, and retried. */
  retried: { by: 'worker-outbound-mail', as: 'Mail_retried' },
  /** Refused by a provider permanently. */
  failed: { by: 'worker-outbound-mail', as: 'Mail_failed' },
  bounced: { by: 'worker-mail-status', as: 'Mail_bounced' },
  complained: { by: 'worker-mail-status', as: 'Mail_complained' },
  /** A notification of SES about an unknown mail. */
  unmatched: { by: 'worker-mail-status', as: 'Mail_unmatched' },
} as const satisfies Record<string, { by: FunctionName; as: MetricName }>;

export type MailCount = keyof typeof COUNTED;

/** A count of mail in five minutes. */
export function mailMetric(config: StageConfig, count: MailCount): Metric {
  const { by, as } = COUNTED[count];
  return new Metric({
    namespace: METRIC_NAMESPACE,
    metricName: as,
    dimensionsMap: { service: serviceNameOf(config, by) },
    statistic: Stats.SUM,
    period: Duration.minutes(5),
  });
}
