import { ServiceError } from '../../http/service-error.ts';
import type { QueryAction } from '../query-api.ts';
import type { Topics } from './topics.ts';

const namespace = 'http://sns.amazonaws.com/doc/2010-03-31/';

const topicOf = (form: URLSearchParams) => form.get('TopicArn') ?? '';

/** The action of SNS that a call needs, for the topic that it names. */
const needs = (action: string) => (form: URLSearchParams) => [{ action: `sns:${action}`, resource: topicOf(form) }];

function requireTopic(form: URLSearchParams, topics: Topics): string {
  const topicArn = topicOf(form);
  if (!topics.has(topicArn)) throw new ServiceError('NotFound', 'Topic does not exist', 404);
  return topicArn;
}

/**
 * The calls of SNS that the heartbeat makes.
 *
 * Source: SNS API reference, Publish, GetTopicAttributes; Service Authorization Reference, Amazon SNS.
 */
export const TOPIC_ACTIONS: Readonly<Record<string, QueryAction<{ readonly topics: Topics }>>> = {
  Publish: {
    namespace,
    accesses: needs('Publish'),
    run: (form, { topics }) => {
      const id = topics.publish(
        requireTopic(form, topics),
        form.get('Message') ?? '',
        form.get('Subject') ?? undefined,
      );
      return `<MessageId>${id}</MessageId>`;
    },
  },
  GetTopicAttributes: {
    namespace,
    accesses: needs('GetTopicAttributes'),
    run: (form, { topics }) => {
      const confirmed = topics.confirmed(requireTopic(form, topics));
      return `<Attributes><entry><key>SubscriptionsConfirmed</key><value>${confirmed}</value></entry></Attributes>`;
    },
  },
};
