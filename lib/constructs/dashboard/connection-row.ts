import { Color, type IWidget, Stats } from 'aws-cdk-lib/aws-cloudwatch';
import type { DashboardParts } from './dashboard-parts.ts';
import { graph, MINUTE, QUARTER } from './graph.ts';
import { heading } from './heading.ts';

export function connectionRow(parts: DashboardParts): IWidget[][] {
  const { config, alarms, sockets, tunnels, longCalls } = parts;
  const sum = { statistic: Stats.SUM, period: MINUTE };
  return [
    [heading(parts, 'Connections, streams and tunnels', ['WorkerFailures', ...alarms.workerErrors])],
    [
      graph(alarms, {
        title: 'Do WebSocket clients connect?',
        width: QUARTER,
        left: [
          sockets.metric('ConnectCount', { ...sum, label: 'handshakes', color: Color.GREEN }),
          sockets.metric('ExecutionError', { ...sum, label: 'errors', color: Color.RED }),
        ],
        unit: 'a minute',
        right: [sockets.metric('MessageCount', { ...sum, label: 'messages', color: Color.BLUE })],
        rightUnit: 'messages a minute',
      }),
      graph(alarms, {
        title: 'Do tunnels serve requests?',
        width: QUARTER,
        left: [
          tunnels.metric('Count', { ...sum, label: 'requests', color: Color.BLUE }),
          tunnels.metric('5XXError', { ...sum, label: '5xx, also of tunnelled servers', color: Color.ORANGE }),
        ],
        unit: 'requests a minute',
      }),
      graph(alarms, {
        title: 'Do workers fail?',
        width: QUARTER,
        left: [alarms.metricOf('WorkerFailures', { label: 'failures', color: Color.RED })],
        unit: 'in 5 minutes',
        alarms: ['WorkerFailures'],
      }),
      graph(alarms, {
        title: 'How many long calls are open?',
        width: QUARTER,
        left: Object.entries(longCalls).map(([label, { lambda }]) =>
          lambda.metric('ConcurrentExecutions', { statistic: Stats.MAXIMUM, period: MINUTE, label }),
        ),
        unit: 'at once',
        ...(config.waitConcurrency > 0 && { limits: { 'reserved for each': config.waitConcurrency } }),
      }),
    ],
  ];
}
