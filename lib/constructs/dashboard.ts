import {
  AlarmStatusWidget,
  Dashboard as CloudWatchDashboard,
  Color,
  GraphWidget,
  type IMetric,
  type IWidget,
  MathExpression,
  Metric,
  PeriodOverride,
  Stats,
  TextWidget,
} from 'aws-cdk-lib/aws-cloudwatch';
import type { Queue } from 'aws-cdk-lib/aws-sqs';
import { Duration, Stack } from 'aws-cdk-lib/core';
import { Construct } from 'constructs';
import { METRIC_NAMESPACE, type MetricName } from '../../shared/contract/metrics.ts';
import type { RetryDecision } from '../../shared/domain/delivery.ts';
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
const QUARTER = 6;
const PERIOD = Duration.minutes(1);

/** Functions in a graph that shows the worst ones. */
const WORST = 3;

export interface DashboardProps {
  readonly config: StageConfig;
  readonly alarms: Alarms;
  readonly api: HttpApi;
  readonly table: SingleTable;
  readonly relay: ServiceFunction;
  readonly wait: ServiceFunction;
  /** Queues of work, by name. */
  readonly queues: Readonly<Record<string, Queue>>;
  readonly failureQueues: Readonly<Record<string, Queue>>;
}

/**
 * One page, read from the top: failures, what callers notice, whether side effects are dispatched, and then the
 * details. The title of each graph is the question that it answers. It has at most 50 metrics, so that it costs nothing
 * as one of the first three dashboards of an account.
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
    graph('Is the relay behind the stream?', THIRD, [streamAge(relay)], { unit: 'ms' }),
    graph('Is a delivery late?', THIRD, [oldestDueDelivery(config)], { unit: 's' }),
    graph('Do receivers accept deliveries?', THIRD, [
      attempts(config, 'delivered', Color.GREEN),
      attempts(config, 'retrying', Color.ORANGE),
      attempts(config, 'dead_letter', Color.RED),
    ]),
  ];
}

/** Attempts of deliveries, by the status that the delivery has after them. */
function attempts(config: StageConfig, status: RetryDecision['status'], color: string): IMetric {
  return new Metric({
    namespace: METRIC_NAMESPACE,
    metricName: `Attempts_${status}` satisfies MetricName,
    dimensionsMap: { service: serviceNameOf(config, 'worker-deliver-webhook') },
    statistic: Stats.SUM,
    period: PERIOD,
    label: status,
    color,
  });
}

function mailRow({ config }: DashboardProps): IWidget[] {
  const count = (name: MailCount, color: string) => mailMetric(config, name).with({ label: name, color });
  return [
    graph('What becomes of mail that arrives?', QUARTER, [
      count('ingested', Color.GREEN),
      count('blocked', Color.ORANGE),
      count('unroutable', Color.GREY),
    ]),
    graph('Do providers take our mail?', QUARTER, [
      count('sent', Color.GREEN),
      count('retried', Color.ORANGE),
      count('failed', Color.RED),
    ]),
    graph('Does our mail come back?', QUARTER, [count('bounced', Color.ORANGE), count('complained', Color.RED)]),
    graph('Is there mail that we cannot make sense of?', QUARTER, [
      count('unreadable', Color.BLUE),
      count('unmatched', Color.PURPLE),
      count('forged', Color.RED),
    ]),
  ];
}

function queueRow({ queues, failureQueues }: DashboardProps): IWidget[] {
  const visible = Object.entries(failureQueues).map(([label, queue]) =>
    queue.metricApproximateNumberOfMessagesVisible({ statistic: Stats.MAXIMUM, period: PERIOD, label }),
  );
  const oldest = Object.entries(queues).map(([label, queue]) =>
    queue.metricApproximateAgeOfOldestMessage({ statistic: Stats.MAXIMUM, period: PERIOD, label }),
  );
  return [graph('How old is the oldest job?', HALF, oldest, { unit: 's' }), graph('What was given up?', HALF, visible)];
}

/** The functions with the highest values. CloudWatch finds them by the prefix of the stage when the page is opened. */
function worstFunctions({ config }: DashboardProps, metricName: string, statistic: string): IMetric {
  const search = `SEARCH('{AWS/Lambda,FunctionName} MetricName="${metricName}" "${serviceNameOf(config, '')}"', '${statistic}', 60)`;
  return new MathExpression({
    expression: `SLICE(SORT(${search}, MAX, DESC), 0, ${WORST})`,
    usingMetrics: {},
    label: '',
    period: PERIOD,
  });
}

function functionRow(props: DashboardProps): IWidget[] {
  return [
    graph('Which function fails?', THIRD, [worstFunctions(props, 'Errors', 'Sum')]),
    graph('Which is throttled?', THIRD, [worstFunctions(props, 'Throttles', 'Sum')]),
    graph('Which is slow (p99)?', THIRD, [worstFunctions(props, 'Duration', 'p99')], { unit: 'ms' }),
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
