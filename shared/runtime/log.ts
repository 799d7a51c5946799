import { Logger } from '@aws-lambda-powertools/logger';
import { Metrics } from '@aws-lambda-powertools/metrics';

/** Structured log lines and metrics. Neither ever holds a request's body, a header, a key or an organization as dimension. */
export const logger = new Logger();

export const metrics = new Metrics();

export { MetricUnit } from '@aws-lambda-powertools/metrics';

/** Writes out the metrics that an invocation has gathered, if any. */
export function publishMetrics(): void {
  if (metrics.hasStoredMetrics()) metrics.publishStoredMetrics();
}
