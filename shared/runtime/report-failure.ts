import { Metrics, MetricUnit } from '@aws-lambda-powertools/metrics';
import { type CountMetric, WORKER_SERVICE } from '#shared/contract/metrics.ts';
import { readEnv } from './env.ts';
import { logger } from './log.ts';

/**
 * Logs that the service failed at a piece of work, and counts it for the alarm: a job, a record of the stream, an event
 * of a connection, a public request of a tunnel. What callers, receivers, other mail servers and tunnelled servers do
 * wrong is an outcome and not a failure, and must not be reported here: no user may cause the alarm.
 *
 * See: docs/runbook.md#failures-of-workers.
 */
export function reportFailure(message: string, error: unknown, fields: Readonly<Record<string, unknown>> = {}): void {
  logger.error(message, { ...fields, error: error as Error });
  const metrics = new Metrics({ serviceName: `aid-${readEnv('STAGE').STAGE}-${WORKER_SERVICE}` });
  metrics.addMetric('WorkerFailures' satisfies CountMetric, MetricUnit.Count, 1);
  metrics.publishStoredMetrics();
}
