import { Logger } from '@aws-lambda-powertools/logger';
import { Metrics, MetricUnit } from '@aws-lambda-powertools/metrics';
import type { CountMetric, GaugeMetric, SecondsMetric } from '#shared/contract/metrics.ts';
import { currentRequestId, currentTraceId } from '#shared/domain/http/request-scope.ts';

const powertools = new Logger();

type Level = 'debug' | 'info' | 'warn' | 'error';

/** A line names the request that caused it, if that is known, and in that request the trace of its caller. */
const writer =
  (level: Level) =>
  (message: string, fields: Readonly<Record<string, unknown>> = {}): void => {
    const requestId = currentRequestId();
    const traceId = currentTraceId();
    powertools[level](message, {
      ...(requestId !== undefined && { request_id: requestId }),
      ...(traceId !== undefined && { trace_id: traceId }),
      ...fields,
    });
  };

/** Writes structured log lines. A log line never holds the body of a request, a header or a key. */
export const logger = {
  debug: writer('debug'),
  info: writer('info'),
  warn: writer('warn'),
  error: writer('error'),
} as const;

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

/** Publishes a duration at once, under another service name than that of the function. */
export function publishSeconds(serviceName: string, metric: SecondsMetric, seconds: number): void {
  const own = new Metrics({ serviceName });
  own.addMetric(metric, MetricUnit.Seconds, seconds);
  own.publishStoredMetrics();
}

/** Records a number as it is now. */
export function measureCount(metric: GaugeMetric, value: number): void {
  metrics.addMetric(metric, MetricUnit.Count, value);
}

/** Publishes the metrics that an invocation has collected, if any. */
export function publishMetrics(): void {
  if (metrics.hasStoredMetrics()) metrics.publishStoredMetrics();
}
