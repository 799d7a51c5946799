import {
  Alarm,
  ComparisonOperator,
  Metric,
  type MetricOptions,
  Stats,
  TreatMissingData,
} from 'aws-cdk-lib/aws-cloudwatch';
import { SnsAction } from 'aws-cdk-lib/aws-cloudwatch-actions';
import { Construct } from 'constructs';
import type { StageConfig } from '../config.ts';
import type { FunctionName } from '../functions.ts';
import { serviceNameOf } from '../settings.ts';
import { type AlarmDeclaration, MISSING_BREACHES } from './alarm-declaration.ts';
import { concurrencyOfAccount, FIVE_MINUTES, oldestDueDelivery, streamAge, sweepMetric } from './alarm-metrics.ts';
import { type AlarmTopics, alarmTopics } from './alarm-topic.ts';
import { heartbeatAlarms } from './heartbeat-alarms.ts';
import type { HttpApi } from './http-api.ts';
import { mailAlarms } from './mail-alarms.ts';
import type { ServiceFunction } from './service-function.ts';
import { workerFailures } from './worker-failures.ts';

const CONCURRENCY_ALARM_SHARE = 0.8;

/** A retry is enqueued when it is due, and its job waits for a free worker. */
const MAX_DUE_SECONDS = 120;

/** `worker-outbound-mail` has the alarm `WorkerOutboundMailErrors`. */
function errorAlarmOf(functionId: FunctionName): string {
  return `${functionId.replace(/(?:^|-)([a-z])/g, (_, letter: string) => letter.toUpperCase())}Errors`;
}

/** An alarm, and what its construct does not say. */
export interface DeclaredAlarm {
  readonly alarm: Alarm;
  /** The heading of the runbook about it, as an anchor. */
  readonly runbook: string;
}

export interface AlarmsProps {
  readonly config: StageConfig;
  readonly api: HttpApi;
  readonly relay: ServiceFunction;
  /** The workers that no user can make fail. A tunnelled server that streams too much fails the ingress. */
  readonly workers: readonly ServiceFunction[];
}

/**
 * The alarms and the address that they are mailed to. Dimensions are functions, queues and the API, and never
 * organizations: their number has no bound, and operators' graphs should not show them.
 */
export class Alarms extends Construct {
  readonly all: Alarm[] = [];
  /** The ids of the alarms on the errors of workers, one for each. */
  readonly workerErrors: string[] = [];
  /** The topics that all alarms are published to. */
  readonly topics: AlarmTopics;
  readonly #rollingBack: Alarm[] = [];
  readonly #declared = new Map<string, DeclaredAlarm>();
  readonly #config: StageConfig;

  constructor(scope: Construct, id: string, props: AlarmsProps) {
    super(scope, id);
    this.#config = props.config;
    this.topics = alarmTopics(this, props.config);
    this.#onFailures(props);
    this.#onConcurrency(props.config);
    this.#onBacklogs(props);
    const declared = { ...heartbeatAlarms(props.config), ...mailAlarms(props.config) };
    for (const [alarmId, alarm] of Object.entries(declared)) this.#add(alarmId, alarm);
    this.#onApi(props.api);
  }

  /**
   * The alarms that roll a new version of a function back: those on the whole stage, and the one on the function's own
   * errors. CodeDeploy accepts ten.
   */
  rollingBackOf({ functionId }: ServiceFunction): readonly Alarm[] {
    const own = this.find(errorAlarmOf(functionId));
    return own === undefined ? this.#rollingBack : [...this.#rollingBack, own.alarm];
  }

  /** The alarm with this id; undefined if the settings of the stage leave it out. */
  find(id: string): DeclaredAlarm | undefined {
    return this.#declared.get(id);
  }

  /** What an alarm watches, for a graph. */
  metricOf(id: string, options: MetricOptions): Metric {
    const metric = this.#declared.get(id)?.alarm.metric;
    if (!(metric instanceof Metric)) throw new Error(`${id} is no alarm over a single metric`);
    return metric.with(options);
  }

  /** Work that failed, as the code counts it and as Lambda does, and what waits for an operator after its retries. */
  #onFailures({ config, workers }: AlarmsProps): void {
    // One failure is enough: at one event an hour there is no second one.
    this.#add('WorkerFailures', {
      metric: workerFailures(config),
      threshold: 0,
      evaluationPeriods: 1,
      runbook: 'failures-of-workers',
      triggersRollback: true,
      alarmDescription:
        'The service failed at a job, a record of the stream, a connection or a request: a function of the API crashed, or cannot be loaded.',
    });
    for (const worker of workers) this.#onErrorsOf(worker);
    this.#add('FailedMessages', {
      metric: sweepMetric(config, 'FailedMessages', { period: FIVE_MINUTES }),
      threshold: 0,
      evaluationPeriods: 1,
      // The sweep looks every five minutes, so a period may have no value although messages wait.
      treatMissingData: TreatMissingData.IGNORE,
      runbook: 'messages-in-failure-queues',
      alarmDescription: 'Failed messages wait for an operator: "npm run ops -- queues" shows in which queue.',
    });
  }

  /**
   * An alarm for each worker costs as much as one on an expression over all of them, and says which worker it is. A
   * metric of Lambda without a dimension would count the functions of the whole account.
   */
  #onErrorsOf({ functionId, lambda }: ServiceFunction): void {
    const id = errorAlarmOf(functionId);
    this.#add(id, {
      metric: lambda.metricErrors({ statistic: Stats.SUM, period: FIVE_MINUTES }),
      threshold: 0,
      evaluationPeriods: 1,
      runbook: 'errors-of-workers',
      alarmDescription: `${functionId} crashed, ran out of time or memory, or could not be loaded.`,
    });
    this.workerErrors.push(id);
  }

  /**
   * One alarm for all functions. A pair of alarms for each function would cost more than everything else that an idle
   * stage has. The quota is the account's, and so is the metric.
   */
  #onConcurrency({ accountConcurrency }: StageConfig): void {
    this.#add('Throttles', {
      metric: new Metric({
        namespace: 'AWS/Lambda',
        metricName: 'Throttles',
        statistic: Stats.SUM,
        period: FIVE_MINUTES,
      }),
      threshold: 0,
      evaluationPeriods: 2,
      runbook: 'throttles',
      alarmDescription: 'A function of the account was throttled: no concurrency was free.',
    });
    if (accountConcurrency === undefined) return;
    this.#add('Concurrency', {
      metric: concurrencyOfAccount(),
      threshold: Math.floor(accountConcurrency * CONCURRENCY_ALARM_SHARE),
      evaluationPeriods: 3,
      runbook: 'concurrency',
      alarmDescription: 'The functions of the account use more than 80 % of its quota of concurrent executions.',
    });
  }

  #onBacklogs({ config, relay }: AlarmsProps): void {
    this.#add('StreamAge', {
      metric: streamAge(relay),
      threshold: 60_000,
      evaluationPeriods: 3,
      runbook: 'age-of-the-stream',
      triggersRollback: true,
      alarmDescription: 'The relay is more than a minute behind the stream: deliveries and emails are late.',
    });
    this.#add('OldestDueDelivery', {
      metric: oldestDueDelivery(config),
      threshold: MAX_DUE_SECONDS,
      ...MISSING_BREACHES,
      runbook: 'oldest-due-delivery',
      triggersRollback: true,
      alarmDescription: 'A retry of a delivery has been due for two minutes, or the sweep does not run.',
    });
  }

  /**
   * The API of the service alone. A tunnelled server that streams too much fails its invocation and is a 5xx of the API
   * of tunnels, so that neither that API nor the errors of its function may cause an alarm: users would make it fire.
   */
  #onApi(api: HttpApi): void {
    this.#add('ServerErrors', {
      metric: api.restApi.metricServerError({ statistic: Stats.SUM, period: FIVE_MINUTES }),
      threshold: 5,
      evaluationPeriods: 1,
      runbook: 'api-5xx',
      triggersRollback: true,
      alarmDescription: 'The API returned more than five 5xx responses within five minutes.',
    });
  }

  #add(id: string, { runbook, alarmDescription, triggersRollback, ...props }: AlarmDeclaration): void {
    const alarm = new Alarm(this, id, {
      alarmName: this.#nameOf(id),
      comparisonOperator: ComparisonOperator.GREATER_THAN_THRESHOLD,
      treatMissingData: TreatMissingData.NOT_BREACHING,
      ...props,
      alarmDescription: `${alarmDescription} See docs/runbook.md#${runbook}`,
    });
    for (const topic of this.topics.all) {
      const action = new SnsAction(topic);
      alarm.addAlarmAction(action);
      alarm.addOkAction(action);
    }
    this.all.push(alarm);
    if (triggersRollback) this.#rollingBack.push(alarm);
    this.#declared.set(id, { alarm, runbook });
  }

  /** `StreamAge` is `aid-<stage>-stream-age`: the dashboard shows no more of an alarm than its name. */
  #nameOf(id: string): string {
    return serviceNameOf(this.#config, id.replace(/(?<=[a-z])[A-Z]/g, (letter) => `-${letter}`).toLowerCase());
  }
}
