import { Color, type IWidget, Stats } from 'aws-cdk-lib/aws-cloudwatch';
import { concurrencyOfAccount } from '../alarm-metrics.ts';
import type { DashboardParts } from './dashboard-parts.ts';
import { FIVE_MINUTES, graph, THIRD } from './graph.ts';
import { heading } from './heading.ts';
import { functionSearch, worst } from './worst.ts';

export function functionRow(parts: DashboardParts): IWidget[][] {
  const { config, alarms } = parts;
  return [
    [heading(parts, 'Functions', ['Throttles', 'Concurrency'])],
    [
      graph(alarms, {
        title: 'Which function fails?',
        width: THIRD,
        left: [worst(functionSearch(config, 'Errors'), Stats.SUM)],
        unit: 'errors a minute',
        alarms: alarms.workerErrors,
      }),
      graph(alarms, {
        title: 'Which function is throttled?',
        width: THIRD,
        left: [worst(functionSearch(config, 'Throttles'), Stats.SUM, FIVE_MINUTES, 2)],
        unit: 'in 5 minutes',
        alarms: ['Throttles'],
      }),
      graph(alarms, {
        title: 'Is concurrency left in the account?',
        width: THIRD,
        left: [concurrencyOfAccount().with({ label: 'invocations', color: Color.BLUE })],
        unit: 'at once',
        alarms: ['Concurrency'],
      }),
    ],
  ];
}
