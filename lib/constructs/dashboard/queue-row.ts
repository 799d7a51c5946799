import { type IWidget, Stats } from 'aws-cdk-lib/aws-cloudwatch';
import { serviceNameOf } from '../../settings.ts';
import type { DashboardParts } from './dashboard-parts.ts';
import { graph, HALF, MINUTE } from './graph.ts';
import { heading } from './heading.ts';
import { queueSearch, worst } from './worst.ts';

export function queueRow(parts: DashboardParts): IWidget[][] {
  const { config, alarms, queues, failureQueues } = parts;
  const search = (of: object, metricName: string, lines: number) => {
    const names = Object.keys(of).map((name) => serviceNameOf(config, name));
    return worst(queueSearch(names, metricName), Stats.MAXIMUM, MINUTE, lines);
  };
  return [
    [heading(parts, 'Queues', ['FailedMessages'])],
    [
      graph(alarms, {
        title: 'How old is the oldest job?',
        width: HALF,
        left: [search(queues, 'ApproximateAgeOfOldestMessage', 2)],
        unit: 's',
      }),
      graph(alarms, {
        title: 'Which work was given up?',
        width: HALF,
        left: [
          alarms.metricOf('FailedMessages', { label: 'in all failure queues' }),
          search(failureQueues, 'ApproximateNumberOfMessagesVisible', 1),
        ],
        unit: 'failed messages that wait',
        alarms: ['FailedMessages'],
      }),
    ],
  ];
}
