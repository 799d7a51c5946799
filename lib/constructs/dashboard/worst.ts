import { type IMetric, MathExpression } from 'aws-cdk-lib/aws-cloudwatch';
import type { Duration } from 'aws-cdk-lib/core';
import { ACCOUNT_SERVICE, METRIC_NAMESPACE, type MetricName, WAY_SERVICE } from '#shared/contract/metrics.ts';
import type { StageConfig } from '../../config.ts';
import { FUNCTION_NAMES, FUNCTIONS } from '../../functions.ts';
import { serviceNameOf } from '../../settings.ts';
import { MINUTE } from './graph.ts';

/** Lines of a graph that shows the worst of many, unless it says otherwise. */
const WORST = 3;

/** The lines with the highest values among those that a search finds when the dashboard is opened. */
export function worst(search: string, statistic: string, period: Duration = MINUTE, lines = WORST): IMetric {
  return new MathExpression({
    expression: `SLICE(SORT(SEARCH('${search}', '${statistic}'), MAX, DESC), 0, ${lines})`,
    usingMetrics: {},
    label: '',
    period,
  });
}

/** The sum of one of our own metrics over all functions of the stage that publish it. */
export function sumOverFunctions(config: StageConfig, metric: MetricName, label: string, color: string): IMetric {
  const search = `{${METRIC_NAMESPACE},service} MetricName="${metric}" ${ofStage(config, 'service')}`;
  return new MathExpression({
    expression: `SUM(SEARCH('${search}', 'Sum'))`,
    usingMetrics: {},
    label,
    color,
    period: MINUTE,
  });
}

/** A search for a metric of all functions of the stage. */
export function functionSearch(config: StageConfig, metricName: string): string {
  return `{AWS/Lambda,FunctionName} MetricName="${metricName}" ${ofStage(config, 'FunctionName')}`;
}

/** A search for a metric of the functions that serve quick requests: no waits, streams and blocking calls. */
export function quickFunctionSearch(config: StageConfig, metricName: string): string {
  const long = FUNCTION_NAMES.filter((name) => name.startsWith('http-') && FUNCTIONS[name].longLived);
  const excluded = long.map((name) => ` NOT FunctionName="${serviceNameOf(config, name)}"`).join('');
  const found = `FunctionName=${serviceNameOf(config, 'http')}`;
  return `{AWS/Lambda,FunctionName} MetricName="${metricName}" ${found}${excluded}`;
}

/** A search for the ways that are late, and for the settings of the account that are wrong. */
export function lateWaySearch(config: StageConfig): string {
  const metricName: MetricName = 'OldestHeartbeatSeconds';
  const [way, account] = [WAY_SERVICE, ACCOUNT_SERVICE].map((name) => `service=${serviceNameOf(config, name)}`);
  return `{${METRIC_NAMESPACE},service} MetricName="${metricName}" (${way} OR ${account})`;
}

/** A search for a metric of these queues. */
export function queueSearch(queueNames: readonly string[], metricName: string): string {
  const either = queueNames.map((name) => `QueueName="${name}"`).join(' OR ');
  return `{AWS/SQS,QueueName} MetricName="${metricName}" (${either})`;
}

/**
 * Finds the functions of one stage by the beginning of their names. Without quotes: in quotes a term is a whole name,
 * and no function has a prefix for its name. The kind of function is part of it, so that a stage `prod` does not find
 * those of a stage `prod-eu`.
 *
 * See: CloudWatch user guide, CloudWatch search expression syntax.
 */
function ofStage(config: StageConfig, property: string): string {
  const [http, worker] = ['http', 'worker'].map((kind) => `${property}=${serviceNameOf(config, kind)}`);
  return `(${http} OR ${worker})`;
}
