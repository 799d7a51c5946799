import {
  AlarmStatusWidget,
  Dashboard as CloudWatchDashboard,
  Color,
  GraphWidget,
  type IMetric,
  type IWidget,
  PeriodOverride,
  Stats,
  TextWidget,
} from 'aws-cdk-lib/aws-cloudwatch';
import type { Queue } from 'aws-cdk-lib/aws-sqs';
import { Duration, Stack } from 'aws-cdk-lib/core';
import { Construct } from 'constructs';
import type { StageConfig } from '../config.ts';
import { serviceNameOf } from '../settings.ts';
import { type Alarms, oldestDueDelivery, streamAge } from './alarms.ts';
import type { HttpApi } from './http-api.ts';
import { type MailCount, mailMetric } from './mail-metric.ts';
import type { ServiceFunction } from './service-function.ts';
import type { SingleTable } from './single-table.ts';

const WIDE = 24;
const HALF = 12;
const THIRD = 8;
const PERIOD = Duration.minutes(1);

export interface DashboardProps {
  readonly config: StageConfig;
  readonly alarms: Alarms;
  readonly api: HttpApi;
  readonly table: SingleTable;
  readonly functions: readonly ServiceFunction[];
  readonly relay: ServiceFunction;
  readonly wait: ServiceFunction;
  /** Queues of work, by name. */
  readonly queues: Readonly<Record<string, Queue>>;
  readonly failureQueues: Readonly<Record<string, Queue>>;
}

/**
 * One page, read from the top: failures, what callers notice, whether side effects are dispatched, and then the
 * details. The title of each graph is the question that it answers.
 */
export class Dashboard extends Construct {
  private readonly name: string;

  constructor(scope: Construct, id: string, props: DashboardProps) {
    super(scope, id);
    this.name = serviceNameOf(props.config, 'overview');
    new CloudWatchDashboard(this, 'Dashboard', {
      dashboardName: this.name,
      defaultInterval: Duration.hours(3),
      periodOverride: PeriodOverride.INHERIT,
      widgets: [
        alarmRow(props),
        apiRow(props),
        deliveryRow(props),
        mailRow(props),
        queueRow(props),
        functionRow(props),
        tableRow(props),
      ],
    });
  }

  get address(): string {
    const { region } = Stack.of(this);
    return `https://${region}.console.aws.amazon.com/cloudwatch/home?region=${region}#dashboards/dashboard/${this.name}`;
  }
}

function graph(
  title: string,
  width: number,
  left: IMetric[],
  more: { right?: IMetric[]; unit?: string } = {},
): IWidget {
  return new GraphWidget({
    title,
    width,
    height: 6,
    left,
    ...(more.right !== undefined && { right: more.right }),
    leftYAxis: { min: 0, showUnits: false, ...(more.unit !== undefined && { label: more.unit }) },
    rightYAxis: { min: 0, showUnits: false },
  });
}

function alarmRow({ config, alarms }: DashboardProps): IWidget[] {
  return [
    new TextWidget({ markdown: `# Agents · ${config.stage} · ${config.mailDomain}`, width: WIDE, height: 1 }),
    new AlarmStatusWidget({ title: 'What is wrong?', alarms: alarms.all, width: WIDE, height: 5 }),
  ];
}

function apiRow({ api, wait }: DashboardProps): IWidget[] {
  const { restApi } = api;
  const sum = { statistic: Stats.SUM, period: PERIOD };
  return [
    graph('Do callers get answers?', THIRD, [
      restApi.metricCount({ ...sum, label: 'requests' }),
      restApi.metricClientError({ ...sum, label: '4xx', color: Color.ORANGE }),
      restApi.metricServerError({ ...sum, label: '5xx', color: Color.RED }),
    ]),
    graph(
      'How long do they wait?',
      THIRD,
      ['p50', 'p99'].map((statistic) => restApi.metricLatency({ statistic, period: PERIOD, label: statistic })),
      { unit: 'ms' },
    ),
    graph('How many long polls are open?', THIRD, [
      wait.lambda.metric('ConcurrentExecutions', { statistic: Stats.MAXIMUM, period: PERIOD, label: 'open waits' }),
      wait.lambda.metricThrottles({ ...sum, label: 'refused', color: Color.RED }),
    ]),
  ];
}

function deliveryRow({ config, relay }: DashboardProps): IWidget[] {
  return [
    graph('Is the relay behind the stream?', HALF, [streamAge(relay)], { unit: 'ms' }),
    graph('Is a delivery late?', HALF, [oldestDueDelivery(config)], { unit: 's' }),
  ];
}

function mailRow({ config }: DashboardProps): IWidget[] {
  const count = (name: MailCount, color: string) => mailMetric(config, name).with({ label: name, color });
  return [
    graph('Do providers take our mail?', THIRD, [
      count('sent', Color.GREEN),
      count('retried', Color.ORANGE),
      count('failed', Color.RED),
    ]),
    graph('Does our mail come back?', THIRD, [count('bounced', Color.ORANGE), count('complained', Color.RED)]),
    graph('Is there mail that we cannot make sense of?', THIRD, [
      count('unreadable', Color.BLUE),
      count('unmatched', Color.PURPLE),
      count('forged', Color.RED),
    ]),
  ];
}

function queueRow({ queues, failureQueues }: DashboardProps): IWidget[] {
  const visible = (all: Readonly<Record<string, Queue>>) =>
    Object.entries(all).map(([label, queue]) =>
      queue.metricApproximateNumberOfMessagesVisible({ statistic: Stats.MAXIMUM, period: PERIOD, label }),
    );
  const oldest = Object.entries(queues).map(([label, queue]) =>
    queue.metricApproximateAgeOfOldestMessage({ statistic: Stats.MAXIMUM, period: PERIOD, label }),
  );
  return [
    graph('How much work is queued?', THIRD, visible(queues)),
    graph('How old is the oldest of it?', THIRD, oldest, { unit: 's' }),
    graph('What was given up?', THIRD, visible(failureQueues)),
  ];
}

function functionRow({ functions }: DashboardProps): IWidget[] {
  const each = (metric: (fn: ServiceFunction, label: string) => IMetric) =>
    functions.map((fn) => metric(fn, fn.functionId));
  const sum = { statistic: Stats.SUM, period: PERIOD };
  return [
    graph(
      'Which function fails?',
      THIRD,
      each((fn, label) => fn.lambda.metricErrors({ ...sum, label })),
    ),
    graph(
      'Which is throttled?',
      THIRD,
      each((fn, label) => fn.lambda.metricThrottles({ ...sum, label })),
    ),
    graph(
      'Which is slow (p99)?',
      THIRD,
      each((fn, label) => fn.lambda.metricDuration({ statistic: 'p99', period: PERIOD, label })),
      { unit: 'ms' },
    ),
  ];
}

function tableRow({ table }: DashboardProps): IWidget[] {
  const sum = { statistic: Stats.SUM, period: PERIOD };
  const of = (metricName: string, label: string, color?: string) =>
    table.table.metric(metricName, { ...sum, label, ...(color !== undefined && { color }) });
  return [
    graph('What does the table work?', HALF, [
      of('ConsumedReadCapacityUnits', 'read units'),
      of('ConsumedWriteCapacityUnits', 'write units'),
    ]),
    graph('Does it refuse work?', HALF, [
      of('ReadThrottleEvents', 'reads throttled', Color.ORANGE),
      of('WriteThrottleEvents', 'writes throttled', Color.RED),
      of('TransactionConflict', 'transaction conflicts', Color.PURPLE),
    ]),
  ];
}
