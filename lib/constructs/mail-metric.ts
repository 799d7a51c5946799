import { Metric, Stats } from 'aws-cdk-lib/aws-cloudwatch';
import { Duration } from 'aws-cdk-lib/core';
import { METRIC_NAMESPACE, type MetricName } from '../../shared/contract/metrics.ts';
import type { StageConfig } from '../config.ts';
import type { FunctionName } from '../functions.ts';
import { serviceNameOf } from '../settings.ts';

/** What the functions count of mail, and which of them counts it. */
const COUNTED = {
  /** Came in, and was kept raw because it could not be read. */
  unreadable: { by: 'worker-receive-mail', as: 'MailNotParsed' },
  /** Handed in over HTTP with a signature that was nobody's. */
  forged: { by: 'http-inbound-mail', as: 'Mail_forged' },
  /** Taken by a provider. */
  sent: { by: 'worker-send-mail', as: 'Mail_sent' },
  /** Not taken by a provider for now. */
  retried: { by: 'worker-send-mail', as: 'Mail_retried' },
  /** Refused by a provider for good. */
  failed: { by: 'worker-send-mail', as: 'Mail_failed' },
  bounced: { by: 'worker-mail-status', as: 'Mail_bounced' },
  complained: { by: 'worker-mail-status', as: 'Mail_complained' },
  /** A notice of SES about a mail that nobody here sent. */
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
