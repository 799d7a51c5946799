import { Metric, Stats } from 'aws-cdk-lib/aws-cloudwatch';
import { Duration } from 'aws-cdk-lib/core';
import { METRIC_NAMESPACE, type MetricName } from '#shared/contract/metrics.ts';
import type { StageConfig } from '../config.ts';
import { serviceNameOf } from '../settings.ts';
import type { ServiceFunction } from './service-function.ts';

const MINUTE = Duration.minutes(1);
export const FIVE_MINUTES = Duration.minutes(5);

/** What the sweep measures each minute. */
export function sweepMetric(config: StageConfig, metricName: MetricName, period = MINUTE): Metric {
  return new Metric({
    namespace: METRIC_NAMESPACE,
    metricName,
    dimensionsMap: { service: serviceNameOf(config, 'worker-sweep') },
    statistic: Stats.MAXIMUM,
    period,
  });
}

/** Seconds since the oldest due delivery was due first. */
export const oldestDueDelivery = (config: StageConfig): Metric => sweepMetric(config, 'OldestDueDeliverySeconds');

/** Seconds for which the oldest email waits that the stage's SES does not accept. */
export const oldestUnsentEmail = (config: StageConfig): Metric => sweepMetric(config, 'OldestUnsentEmailSeconds');

/**
 * Seconds since the sweep sent the last heartbeat that a worker has processed, of the worker for which it is oldest.
 */
export const oldestHeartbeat = (config: StageConfig): Metric => sweepMetric(config, 'OldestHeartbeatSeconds');

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
