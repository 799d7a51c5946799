import { Color, type IMetric, type IWidget, Metric, Stats } from 'aws-cdk-lib/aws-cloudwatch';
import { METRIC_NAMESPACE, type MetricName } from '#shared/contract/metrics.ts';
import type { RetryDecision } from '#shared/domain/delivery/delivery.ts';
import type { StageConfig } from '../../config.ts';
import { serviceNameOf } from '../../settings.ts';
import type { DashboardParts } from './dashboard-parts.ts';
import { graph, MINUTE, QUARTER } from './graph.ts';
import { heading } from './heading.ts';
import { sumOverFunctions } from './worst.ts';

export function eventRow(parts: DashboardParts): IWidget[][] {
  const { config, alarms, table } = parts;
  return [
    [heading(parts, 'Events and deliveries', ['StreamAge', 'OldestDueDelivery', 'Heartbeat'])],
    [
      graph(alarms, {
        title: 'Is the relay behind the stream?',
        width: QUARTER,
        left: [alarms.metricOf('StreamAge', { label: 'age of the stream' })],
        unit: 'ms',
        alarms: ['StreamAge'],
      }),
      graph(alarms, {
        title: 'Is a delivery or a heartbeat late?',
        width: QUARTER,
        left: [
          alarms.metricOf('OldestDueDelivery', { label: 'oldest due delivery' }),
          alarms.metricOf('Heartbeat', { label: 'oldest heartbeat' }),
        ],
        unit: 's',
        alarms: ['OldestDueDelivery', 'Heartbeat'],
      }),
      graph(alarms, {
        title: 'Do receivers accept deliveries?',
        width: QUARTER,
        left: [
          attempts(config, 'delivered', Color.GREEN),
          attempts(config, 'retrying', Color.ORANGE),
          attempts(config, 'dead_letter', Color.RED),
        ],
        unit: 'attempts a minute',
      }),
      graph(alarms, {
        title: 'Do writers of the log collide or crash?',
        width: QUARTER,
        left: [
          table.table.metric('TransactionConflict', {
            statistic: Stats.SUM,
            period: MINUTE,
            label: 'conflicts',
            color: Color.PURPLE,
          }),
          sumOverFunctions(config, 'TicketsClosed', 'tickets closed', Color.ORANGE),
          sumOverFunctions(config, 'ReadersBlocked', 'readers blocked', Color.RED),
        ],
        unit: 'a minute',
      }),
    ],
  ];
}

/** Attempts of deliveries, by the status that the delivery has after them. */
function attempts(config: StageConfig, status: RetryDecision['status'], color: string): IMetric {
  return new Metric({
    namespace: METRIC_NAMESPACE,
    metricName: `Attempts_${status}` satisfies MetricName,
    dimensionsMap: { service: serviceNameOf(config, 'worker-delivery') },
    statistic: Stats.SUM,
    period: MINUTE,
    label: status,
    color,
  });
}
