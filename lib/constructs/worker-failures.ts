import { Metric, Stats } from 'aws-cdk-lib/aws-cloudwatch';
import { Duration } from 'aws-cdk-lib/core';
import { METRIC_NAMESPACE, type MetricName, WORKER_SERVICE } from '#shared/contract/metrics.ts';
import type { StageConfig } from '../config.ts';
import { serviceNameOf } from '../settings.ts';

/** What the workers and the functions of connections and tunnels failed at in five minutes, all together. */
export function workerFailures(config: StageConfig): Metric {
  return new Metric({
    namespace: METRIC_NAMESPACE,
    metricName: 'WorkerFailures' satisfies MetricName,
    dimensionsMap: { service: serviceNameOf(config, WORKER_SERVICE) },
    statistic: Stats.SUM,
    period: Duration.minutes(5),
  });
}
