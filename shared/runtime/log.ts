import { Logger } from '@aws-lambda-powertools/logger';
import { Metrics, MetricUnit } from '@aws-lambda-powertools/metrics';
import type { CountMetric, SecondsMetric } from '../contract/metrics.ts';

/** Writes structured log lines. A log line never holds the body of a request, a header or a key. */
export const logger = new Logger();

/** Collects the metrics of an invocation. An organization is never a dimension. */
export const metrics = new Metrics();

/** Adds to a count. */
export function count(metric: CountMetric, by = 1): void {
  metrics.addMetric(metric, MetricUnit.Count, by);
}

/** Records a duration. */
export function measureSeconds(metric: SecondsMetric, seconds: number): void {
  metrics.addMetric(metric, MetricUnit.Seconds, seconds);
}

/** Publishes the metrics that an invocation has collected, if any. */
export function publishMetrics(): void {
  if (metrics.hasStoredMetrics()) metrics.publishStoredMetrics();
}
