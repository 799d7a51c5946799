import { Metric, Stats } from 'aws-cdk-lib/aws-cloudwatch';
import { Duration } from 'aws-cdk-lib/core';
import { CONNECTION_SERVICE, METRIC_NAMESPACE, type MetricName } from '../../shared/contract/metrics.ts';
import type { StageConfig } from '../config.ts';
import { serviceNameOf } from '../settings.ts';

/** What the functions of connections and tunnels failed at in five minutes, all together. */
export function connectionFailures(config: StageConfig): Metric {
  return new Metric({
    namespace: METRIC_NAMESPACE,
    metricName: 'ConnectionFailures' satisfies MetricName,
    dimensionsMap: { service: serviceNameOf(config, CONNECTION_SERVICE) },
    statistic: Stats.SUM,
    period: Duration.minutes(5),
  });
}
