import {
  Alarm,
  type AlarmProps,
  ComparisonOperator,
  Metric,
  Stats,
  TreatMissingData,
} from 'aws-cdk-lib/aws-cloudwatch';
import { SnsAction } from 'aws-cdk-lib/aws-cloudwatch-actions';
import type { Topic } from 'aws-cdk-lib/aws-sns';
import type { Queue } from 'aws-cdk-lib/aws-sqs';
import { Duration } from 'aws-cdk-lib/core';
import { Construct } from 'constructs';
import { METRIC_NAMESPACE, type MetricName } from '../../shared/contract/metrics.ts';
import type { StageConfig } from '../config.ts';
import { serviceNameOf } from '../settings.ts';
import { alarmTopic } from './alarm-topic.ts';
import type { HttpApi } from './http-api.ts';
import { mailMetric } from './mail-metric.ts';
import type { ServiceFunction } from './service-function.ts';
import { workerFailures } from './worker-failures.ts';

const MINUTE = Duration.minutes(1);
const FIVE_MINUTES = Duration.minutes(5);

const CONCURRENCY_ALARM_SHARE = 0.8;

/** Longer than a message waits that its worker puts back with a delay, or that fails five times. */
const MAX_QUEUE_AGE_SECONDS = 1800;

/** Seconds by which the oldest due delivery is late, as the sweeper measures it each minute. */
export function oldestDueDelivery(config: StageConfig): Metric {
  return new Metric({
    namespace: METRIC_NAMESPACE,
    metricName: 'OldestDueDeliverySeconds' satisfies MetricName,
    dimensionsMap: { service: serviceNameOf(config, 'worker-sweep') },
    statistic: Stats.MAXIMUM,
    period: MINUTE,
  });
}

/** Milliseconds by which the relay is behind the table's stream. */
export function streamAge(relay: ServiceFunction): Metric {
  return relay.lambda.metric('IteratorAge', { statistic: Stats.MAXIMUM, period: MINUTE });
}

/** An alarm as it is declared here. */
interface OwnAlarmProps extends AlarmProps {
  /** What is wrong, in one sentence. */
  readonly alarmDescription: string;
  /** Whether it takes a release back: it follows from the code, within minutes, and users cannot set it. */
  readonly stopsRelease?: true;
  /** The heading of the runbook that says what it means and what to do, as an anchor. */
  readonly runbook: string;
}

export interface AlarmsProps {
  readonly config: StageConfig;
  readonly api: HttpApi;
  readonly relay: ServiceFunction;
  /** The queues of jobs, by name. */
  readonly queues: Readonly<Record<string, Queue>>;
  /** Every queue that receives only failures. */
  readonly failureQueues: Readonly<Record<string, Queue>>;
}

/**
 * The alarms and the address that they are mailed to. Dimensions are functions, queues and the API, and never
 * organizations: their number has no bound, and operators' graphs should not show them.
 */
export class Alarms extends Construct {
  readonly all: Alarm[] = [];
  /** The alarms that take a release back. */
  readonly stoppingRelease: Alarm[] = [];
  private readonly topic: Topic | undefined;

  constructor(scope: Construct, id: string, props: AlarmsProps) {
    super(scope, id);
    this.topic = this.topicFor(props);
    for (const [name, queue] of Object.entries(props.failureQueues)) this.onFailures(name, queue);
    this.onQueues(props);
    this.onConcurrency(props.config);
    this.onReputation();
    this.onBacklogs(props);
    this.onApi(props.api);
    this.onFailedWork(props.config);
  }

  private onFailures(name: string, queue: Queue): void {
    this.add(`Failures-${name}`, {
      metric: queue.metricApproximateNumberOfMessagesVisible({ statistic: Stats.MAXIMUM, period: MINUTE }),
      threshold: 0,
      evaluationPeriods: 1,
      runbook: `messages-in-${name}`,
      alarmDescription: `${name}: a failed message waits for an operator.`,
    });
  }

  /**
   * One alarm for all functions. What the failure of a function causes has an alarm of its own: messages in a failure
   * queue, a late stream or delivery, responses with 5xx. A pair of alarms for each function would say the same again,
   * and cost more than everything else that an idle stage has. The quota is the account's, and so is the metric.
   */
  private onConcurrency({ accountConcurrency }: StageConfig): void {
    const account = (metricName: string, statistic: string) =>
      new Metric({ namespace: 'AWS/Lambda', metricName, statistic, period: FIVE_MINUTES });
    this.add('Throttles', {
      metric: account('Throttles', Stats.SUM),
      threshold: 0,
      evaluationPeriods: 2,
      runbook: 'throttles',
      alarmDescription: 'A function of the account was throttled: no concurrency was free.',
    });
    if (accountConcurrency === undefined) return;
    this.add('Concurrency', {
      metric: account('ConcurrentExecutions', Stats.MAXIMUM),
      threshold: Math.floor(accountConcurrency * CONCURRENCY_ALARM_SHARE),
      evaluationPeriods: 3,
      runbook: 'concurrency',
      alarmDescription: 'The functions of the account use more than 80 % of its quota of concurrent executions.',
    });
  }

  /** SES reviews an account above a bounce rate of 5 % or a complaint rate of 0.1 %, and pauses it at twice as much. */
  private onReputation(): void {
    for (const [name, threshold] of [
      ['Bounce', 0.05],
      ['Complaint', 0.001],
    ] as const) {
      this.add(`${name}Rate`, {
        metric: new Metric({
          namespace: 'AWS/SES',
          metricName: `Reputation.${name}Rate`,
          statistic: Stats.MAXIMUM,
          period: Duration.hours(1),
        }),
        threshold,
        evaluationPeriods: 1,
        runbook: 'bounce-rate-complaint-rate',
        alarmDescription: `The ${name.toLowerCase()} rate of the account is so high that SES may pause its sending.`,
      });
    }
  }

  private onQueues({ queues }: AlarmsProps): void {
    for (const [name, queue] of Object.entries(queues)) {
      this.add(`Age-${name}`, {
        metric: queue.metricApproximateAgeOfOldestMessage({ statistic: Stats.MAXIMUM, period: FIVE_MINUTES }),
        threshold: MAX_QUEUE_AGE_SECONDS,
        evaluationPeriods: 3,
        runbook: 'age-of-a-queue',
        alarmDescription: `${name}: the oldest message has waited for more than half an hour.`,
      });
    }
  }

  private onBacklogs({ config, relay }: AlarmsProps): void {
    this.add('StreamAge', {
      metric: streamAge(relay),
      threshold: 60_000,
      evaluationPeriods: 3,
      runbook: 'age-of-the-stream',
      stopsRelease: true,
      alarmDescription: 'The relay is more than a minute behind the stream: deliveries and mail are late.',
    });
    this.add('UnreadableMail', {
      metric: mailMetric(config, 'unreadable'),
      threshold: 0,
      evaluationPeriods: 1,
      runbook: 'mail-not-parsed',
      alarmDescription: 'A mail could not be parsed: it is stored, and its message has a note instead of its text.',
    });
    if (config.inboundMail) {
      this.add('InboundMailInactive', {
        metric: mailMetric(config, 'inactive'),
        // The sweep looks every minute, and one look may fail.
        threshold: 3,
        evaluationPeriods: 1,
        runbook: 'inbound-mail-inactive',
        alarmDescription: 'SES does not deliver mail to the stage: its receipt rules are not the active ones.',
      });
    }
    this.add('UnmatchedMail', {
      metric: mailMetric(config, 'unmatched'),
      threshold: 0,
      evaluationPeriods: 1,
      runbook: 'mail-unmatched',
      alarmDescription: 'SES sent a notification about a mail that the service did not send, or has no record of.',
    });
    this.add('RetriedMail', {
      metric: mailMetric(config, 'retried'),
      threshold: 50,
      evaluationPeriods: 3,
      runbook: 'retried-mail',
      alarmDescription:
        'Providers do not accept mail: throttled, paused or unreachable. It is retried, and fails after a day.',
    });
    this.add('FailedMail', {
      metric: mailMetric(config, 'failed'),
      threshold: 20,
      evaluationPeriods: 1,
      runbook: 'failed-mail',
      alarmDescription: 'Providers refuse mail permanently: its senders get bounce events.',
    });
    this.add('ForgedMail', {
      metric: mailMetric(config, 'forged'),
      threshold: 20,
      evaluationPeriods: 1,
      runbook: 'forged-mail',
      alarmDescription: 'Mail is submitted without a valid signature: an attack, or a provider with an old secret.',
    });
    this.add('OldestDueDelivery', {
      metric: oldestDueDelivery(config),
      threshold: 300,
      evaluationPeriods: 5,
      // The sweeper reports every minute, also when nothing is due, so missing data is an alarm too.
      treatMissingData: TreatMissingData.BREACHING,
      runbook: 'oldest-due-delivery',
      stopsRelease: true,
      alarmDescription: 'A delivery has been due for five minutes, or the sweeper does not run.',
    });
  }

  /**
   * The API of the service alone. A broken response of a tunnelled server fails its invocation and is a 5xx of the API of
   * tunnels, so that neither that API nor the errors of functions may set an alarm: users would set it.
   */
  private onApi(api: HttpApi): void {
    this.add('ServerErrors', {
      metric: api.restApi.metricServerError({ statistic: Stats.SUM, period: FIVE_MINUTES }),
      threshold: 5,
      evaluationPeriods: 1,
      runbook: 'api-5xx',
      stopsRelease: true,
      alarmDescription: 'The API returned more than five 5xx responses within five minutes.',
    });
  }

  /**
   * One failure fires it: at one event an hour there is no second one. Users cannot make it fire: the functions count
   * only what the service failed at.
   */
  private onFailedWork(config: StageConfig): void {
    this.add('WorkerFailures', {
      metric: workerFailures(config),
      threshold: 0,
      evaluationPeriods: 1,
      runbook: 'failures-of-workers',
      stopsRelease: true,
      alarmDescription: 'The service failed at a job, a record of the stream, a connection or a request of a tunnel.',
    });
  }

  private add(id: string, { runbook, alarmDescription, stopsRelease, ...props }: OwnAlarmProps): void {
    const alarm = new Alarm(this, id, {
      comparisonOperator: ComparisonOperator.GREATER_THAN_THRESHOLD,
      treatMissingData: TreatMissingData.NOT_BREACHING,
      ...props,
      alarmDescription: `${alarmDescription} See docs/runbook.md#${runbook}`,
    });
    if (this.topic !== undefined) {
      const action = new SnsAction(this.topic);
      alarm.addAlarmAction(action);
      alarm.addOkAction(action);
    }
    this.all.push(alarm);
    if (stopsRelease) this.stoppingRelease.push(alarm);
  }

  private topicFor({ config }: AlarmsProps): Topic | undefined {
    if (config.alarmEmail === undefined) return undefined;
    return alarmTopic(this, config, config.alarmEmail);
  }
}
