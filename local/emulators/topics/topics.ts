import { randomUUID } from 'node:crypto';
import type { Assembly } from '../../assembly/assembly.ts';
import type { Queues } from '../queues/queues.ts';

interface Subscription {
  readonly endpoint: string;
  readonly raw: boolean;
}

/** The topics of the stack and the queues that subscribe to them. */
export class Topics {
  readonly #subscriptions = new Map<string, readonly Subscription[]>();
  readonly #queues: Queues;

  constructor(assembly: Assembly, queues: Queues) {
    this.#queues = queues;
    for (const { ref } of assembly.resources('AWS::SNS::Topic')) this.#subscriptions.set(ref, []);
    for (const { properties } of assembly.resources('AWS::SNS::Subscription')) {
      const { TopicArn, Protocol, Endpoint, RawMessageDelivery } = properties;
      // Other protocols reach people, such as an operator's email address for alarms. They are not emulated.
      if (Protocol !== 'sqs') continue;
      const topic = String(TopicArn);
      const known = this.#subscriptions.get(topic) ?? [];
      this.#subscriptions.set(topic, [
        ...known,
        { endpoint: String(Endpoint), raw: String(RawMessageDelivery) === 'true' },
      ]);
    }
  }

  has(topicArn: string): boolean {
    return this.#subscriptions.has(topicArn);
  }

  /**
   * Puts the message into every subscribed queue before it returns.
   *
   * Source: SNS developer guide, Fanout to SQS queues; Raw message delivery.
   */
  publish(topicArn: string, message: string, subject?: string): string {
    const id = randomUUID();
    for (const { endpoint, raw } of this.#subscriptions.get(topicArn) ?? []) {
      const queue = this.#queues.find(endpoint);
      if (queue === undefined) throw new Error(`topic ${topicArn} feeds ${endpoint}, which does not exist`);
      queue.send([{ body: raw ? message : envelope(topicArn, id, message, subject) }]);
    }
    return id;
  }
}

function envelope(topicArn: string, id: string, message: string, subject: string | undefined): string {
  return JSON.stringify({
    Type: 'Notification',
    MessageId: id,
    TopicArn: topicArn,
    ...(subject !== undefined && { Subject: subject }),
    Message: message,
    Timestamp: new Date().toISOString(),
    SignatureVersion: '2',
    Signature: '',
    SigningCertURL: '',
    UnsubscribeURL: '',
  });
}
