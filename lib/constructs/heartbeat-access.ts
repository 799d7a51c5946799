import type { IKey } from 'aws-cdk-lib/aws-kms';
import type { ITopic } from 'aws-cdk-lib/aws-sns';
import { Aws } from 'aws-cdk-lib/core';
import { TOPIC_QUEUES, TOPIC_VARIABLES, type TopicQueueName } from '#shared/contract/jobs.ts';
import type { Access } from '../access.ts';
import type { StageConfig } from '../config.ts';
import type { FunctionName } from '../functions.ts';
import { LIVE_ALIAS } from '../live-alias.ts';
import type { AlarmTopics } from './alarm-topic.ts';
import type { Grantor } from './grantor.ts';
import type { ServiceFunction } from './service-function.ts';

/** The functions that the heartbeat does not invoke: that which has it, and that which runs while a deployment does. */
const NOT_INVOKED: readonly FunctionName[] = ['worker-sweep', 'worker-layout-guard'];

export interface HeartbeatAccessProps {
  readonly config: StageConfig;
  /** All functions of the stage. */
  readonly functions: readonly ServiceFunction[];
  /** The topics that feed queues. */
  readonly topics: Readonly<Record<TopicQueueName, ITopic>>;
  /** The key of these topics. */
  readonly storageKey: IKey;
  readonly apiAddress: string;
  /** The origin of the console, if the stage serves one. */
  readonly consoleOrigin: string | undefined;
  readonly alarmTopics: AlarmTopics;
}

/**
 * What the heartbeat may do to go the ways through the stage, in addition to its rows and its reads of SES.
 *
 * See: docs/decisions/0075-a-heartbeat-from-outside.md#permissions.
 */
export class HeartbeatAccess implements Grantor {
  readonly #props: HeartbeatAccessProps;

  constructor(props: HeartbeatAccessProps) {
    this.#props = props;
  }

  grantTo(fn: ServiceFunction, { heartbeat }: Access): void {
    if (!heartbeat) return;
    this.#grantTopics(fn);
    this.#grantAlarmTopics(fn);
    this.#grantFunctions(fn);
  }

  /** To publish as SES does. SNS encrypts each message under the key of the topic, on behalf of its publisher. */
  #grantTopics(fn: ServiceFunction): void {
    const { topics, storageKey } = this.#props;
    for (const queue of TOPIC_QUEUES) fn.addEnvironment(TOPIC_VARIABLES[queue], topics[queue].topicArn);
    fn.allow({ actions: ['sns:Publish'], resources: TOPIC_QUEUES.map((queue) => topics[queue].topicArn) });
    fn.allow({
      actions: ['kms:Decrypt', 'kms:GenerateDataKey'],
      resources: [storageKey.keyArn],
      conditions: { StringEquals: { 'kms:ViaService': `sns.${Aws.REGION}.amazonaws.com` } },
    });
  }

  /** To see whether anyone gets the alarms, and to name the ways that are late to the person who does. */
  #grantAlarmTopics(fn: ServiceFunction): void {
    const { mailed, all } = this.#props.alarmTopics;
    if (all.length === 0) return;
    const arns = all.map(({ topicArn }) => topicArn);
    fn.addEnvironment('ALARM_TOPICS', arns.join(' '));
    fn.allow({ actions: ['sns:GetTopicAttributes'], resources: arns });
    if (mailed === undefined) return;
    fn.addEnvironment('NOTICE_TOPIC', mailed.topicArn);
    fn.allow({ actions: ['sns:Publish'], resources: [mailed.topicArn] });
  }

  /** To invoke the functions of the stage, and to know the addresses that lead to them. */
  #grantFunctions(fn: ServiceFunction): void {
    const { config, functions, apiAddress, consoleOrigin } = this.#props;
    const invoked = functions.filter(({ functionId }) => !NOT_INVOKED.includes(functionId));
    const alias = config.release === 'canary' ? `:${LIVE_ALIAS}` : '';
    // Lambda allows 4 KB of variables, and thirty names with that of the stage are one.
    fn.addEnvironment('HEARTBEAT_FUNCTIONS', invoked.map(({ functionId }) => `${functionId}${alias}`).join(' '));
    fn.addEnvironment('API_URL', apiAddress);
    fn.addEnvironment('CONSOLE_ORIGIN', consoleOrigin);
    fn.allow({ actions: ['lambda:InvokeFunction'], resources: invoked.map(({ live }) => live.functionArn) });
  }
}
