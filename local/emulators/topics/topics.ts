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
  /** The topics with a subscription that reaches people. */
  readonly #reachPeople = new Set<string>();
  /** The topics without their subscriptions. */
  readonly #unsubscribed = new Set<string>();
  readonly #queues: Queues;

  constructor(assembly: Assembly, queues: Queues) {
    this.#queues = queues;
    for (const { ref } of assembly.resources('AWS::SNS::Topic')) this.#subscriptions.set(ref, []);
    for (const { properties } of assembly.resources('AWS::SNS::Subscription')) {
      const { TopicArn, Protocol, Endpoint, RawMessageDelivery } = properties;
      const topic = String(TopicArn);
      // Other protocols reach people, such as an operator's email address for alarms. What they get is not emulated.
      if (Protocol !== 'sqs') {
        this.#reachPeople.add(topic);
        continue;
      }
      const known = this.#subscriptions.get(topic) ?? [];
      this.#subscriptions.set(topic, [
        ...known,
        { endpoint: String(Endpoint), raw: String(RawMessageDelivery) === 'true' },
      ]);
    }
  }

  /** How many subscriptions of a topic are confirmed, as if each had been confirmed at once. */
  confirmed(topicArn: string): number {
    if (this.#unsubscribed.has(topicArn)) return 0;
    return (this.#subscriptions.get(topicArn)?.length ?? 0) + (this.#reachPeople.has(topicArn) ? 1 : 0);
  }

  /** Ends the subscriptions of a topic, or begins them again, for alarm drills. */
  setSubscribed(topicArn: string, isSubscribed: boolean): void {
    if (isSubscribed) this.#unsubscribed.delete(topicArn);
    else this.#unsubscribed.add(topicArn);
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
    if (this.#unsubscribed.has(topicArn)) return id;
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
