import { Color, type IWidget, Stats } from 'aws-cdk-lib/aws-cloudwatch';
import type { DashboardParts } from './dashboard-parts.ts';
import { graph, HALF, MINUTE } from './graph.ts';
import { heading } from './heading.ts';

export function tableRow(parts: DashboardParts): IWidget[][] {
  const { alarms, table } = parts;
  const sum = (metricName: string, label: string, color: string) =>
    table.table.metric(metricName, { statistic: Stats.SUM, period: MINUTE, label, color });
  return [
    [heading(parts, 'Table', [])],
    [
      graph(alarms, {
        title: 'How much capacity does the table use?',
        width: HALF,
        left: [
          sum('ConsumedReadCapacityUnits', 'read units', Color.BLUE),
          sum('ConsumedWriteCapacityUnits', 'write units', Color.GREEN),
        ],
        unit: 'units a minute',
      }),
      graph(alarms, {
        title: 'Does the table throttle requests?',
        width: HALF,
        left: [
          sum('ReadThrottleEvents', 'reads throttled', Color.ORANGE),
          sum('WriteThrottleEvents', 'writes throttled', Color.RED),
        ],
        unit: 'a minute',
      }),
    ],
  ];
}
