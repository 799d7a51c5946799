import { Metric, Stats } from 'aws-cdk-lib/aws-cloudwatch';
import { Duration } from 'aws-cdk-lib/core';
import { ACCOUNT_SERVICE, METRIC_NAMESPACE, type MetricName } from '#shared/contract/metrics.ts';
import type { StageConfig } from '../config.ts';
import { serviceNameOf } from '../settings.ts';
import type { ServiceFunction } from './service-function.ts';

const MINUTE = Duration.minutes(1);
export const FIVE_MINUTES = Duration.minutes(5);

/** What the sweep measures each minute, under its own name unless it has another one for it. */
export function sweepMetric(
  config: StageConfig,
  metricName: MetricName,
  { period = MINUTE, service = 'worker-sweep' } = {},
): Metric {
  return new Metric({
    namespace: METRIC_NAMESPACE,
    metricName,
    dimensionsMap: { service: serviceNameOf(config, service) },
    statistic: Stats.MAXIMUM,
    period,
  });
}

/** Seconds since the oldest due delivery was due first. */
export const oldestDueDelivery = (config: StageConfig): Metric => sweepMetric(config, 'OldestDueDeliverySeconds');

/** Seconds for which the oldest email waits that the stage's SES does not accept. */
export const oldestUnsentEmail = (config: StageConfig): Metric => sweepMetric(config, 'OldestUnsentEmailSeconds');

/** Seconds since a way through the stage worked last, of the way for which it is longest. */
export const oldestHeartbeat = (config: StageConfig): Metric => sweepMetric(config, 'OldestHeartbeatSeconds');

/** The same of the settings of the account. It has values only while one of them is wrong. */
export const oldestAccountSetting = (config: StageConfig): Metric =>
  sweepMetric(config, 'OldestHeartbeatSeconds', { service: ACCOUNT_SERVICE });

/** Milliseconds by which the relay is behind the table's stream. */
export function streamAge(relay: ServiceFunction): Metric {
  return relay.lambda.metric('IteratorAge', { statistic: Stats.MAXIMUM, period: MINUTE });
}

/** The number of invocations at once in the whole account: the quota is the account's, and so is the metric. */
export function concurrencyOfAccount(): Metric {
  return new Metric({
    namespace: 'AWS/Lambda',
    metricName: 'ConcurrentExecutions',
    statistic: Stats.MAXIMUM,
    period: FIVE_MINUTES,
  });
}
