import { Metrics, MetricUnit } from '@aws-lambda-powertools/metrics';
import { CONNECTION_SERVICE, type CountMetric } from '../../contract/metrics.ts';
import { readEnv } from '../../runtime/env.ts';
import { logger } from '../../runtime/log.ts';

/**
 * Logs that the service failed at an event of a connection or at a public request of a tunnel, and counts it for the
 * alarm. What clients and tunnelled servers do wrong is no failure and is not reported here.
 *
 * See: docs/runbook.md#failures-of-connections.
 */
export function reportFailure(message: string, error: unknown, fields: Readonly<Record<string, string>> = {}): void {
  logger.error(message, { ...fields, error: error as Error });
  const metrics = new Metrics({ serviceName: `aid-${readEnv('STAGE').STAGE}-${CONNECTION_SERVICE}` });
  metrics.addMetric('ConnectionFailures' satisfies CountMetric, MetricUnit.Count, 1);
  metrics.publishStoredMetrics();
}
