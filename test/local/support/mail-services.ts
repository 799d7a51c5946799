import { expect } from 'vitest';
import { Assembly } from '#local/assembly/assembly.ts';
import { EmailService, type MailRoute } from '#local/emulators/email/email-api.ts';
import { publishToDestinations } from '#local/emulators/email/event-destinations.ts';
import { Outbox } from '#local/emulators/email/outbox.ts';
import { templateIdentities } from '#local/emulators/email/sender-identity.ts';
import { SuppressionLists, suppressedReasonsOf } from '#local/emulators/email/suppression.ts';
import { Tenants } from '#local/emulators/email/tenants.ts';
import { ObjectStore } from '#local/emulators/objects/object-store.ts';
import { Queues, queueDefinitions } from '#local/emulators/queues/queues.ts';
import { Topics } from '#local/emulators/topics/topics.ts';
import { replyAutomatically } from '#local/mail/automatic-reply.ts';
import { InboundMail } from '#local/mail/inbound-mail.ts';
import { loopBack } from '#local/mail/loopback-route.ts';
import type { Database } from '#local/state/database.ts';
import { eventually } from '../../support/eventually.ts';
import { memoryDatabase } from './memory-queue.ts';

const queueOn = (topic: string, queue: string) => ({
  Type: 'AWS::SNS::Subscription',
  Properties: {
    TopicArn: { Ref: topic },
    Protocol: 'sqs',
    Endpoint: { 'Fn::GetAtt': [queue, 'Arn'] },
    RawMessageDelivery: true,
  },
});

const destination = (configurationSet: string, events: readonly string[], enabled = true) => ({
  Type: 'AWS::SES::ConfigurationSetEventDestination',
  Properties: {
    ConfigurationSetName: configurationSet,
    EventDestination: {
      Enabled: enabled,
      MatchingEventTypes: events,
      SnsDestination: { TopicARN: { Ref: 'OutcomeTopic' } },
    },
  },
});

/**
 * Mail in and out of one domain. The configuration set decides which outcomes are published: all, bounces only, or
 * none.
 */
const RESOURCES = {
  Outcomes: { Type: 'AWS::SQS::Queue', Properties: { QueueName: 'outcomes' } },
  Received: { Type: 'AWS::SQS::Queue', Properties: { QueueName: 'received' } },
  OutcomeTopic: { Type: 'AWS::SNS::Topic' },
  ReceivedTopic: { Type: 'AWS::SNS::Topic' },
  OutcomeSubscription: queueOn('OutcomeTopic', 'Outcomes'),
  ReceivedSubscription: queueOn('ReceivedTopic', 'Received'),
  Bucket: { Type: 'AWS::S3::Bucket', Properties: { BucketName: 'mail' } },
  Rule: {
    Type: 'AWS::SES::ReceiptRule',
    Properties: {
      Rule: {
        Recipients: ['agents.test'],
        Actions: [
          { S3Action: { BucketName: { Ref: 'Bucket' }, ObjectKeyPrefix: 'in/', TopicArn: { Ref: 'ReceivedTopic' } } },
        ],
      },
    },
  },
  Domain: { Type: 'AWS::SES::EmailIdentity', Properties: { EmailIdentity: 'agents.test' } },
  Everything: destination('everything', ['send', 'delivery', 'bounce', 'complaint', 'reject']),
  Bounces: destination('bounces', ['bounce']),
  Off: destination('off', ['send', 'delivery'], false),
  Unsuppressed: {
    Type: 'AWS::SES::ConfigurationSet',
    Properties: { Name: 'unsuppressed', SuppressionOptions: { SuppressedReasons: [] } },
  },
  UnsuppressedEvents: destination('unsuppressed', ['send', 'delivery', 'bounce']),
};

const MAIL =
  'From: Ada <ada@agents.test>\r\nTo: bob@elsewhere.test\r\nMessage-ID: <own@agents.test>\r\nSubject: Hello\r\n\r\nHi\r\n';

interface Sending {
  readonly raw?: string;
  readonly FromEmailAddress?: string;
  readonly ConfigurationSetName?: string;
  readonly EmailTags?: readonly { readonly Name: string; readonly Value: string }[];
  readonly TenantName?: string;
}

/** The emulated SES between its queues, on a database and a folder. Pass both again to simulate a restart. */
export function openMailServices(
  dir: string,
  database: Database = memoryDatabase(),
  before: readonly MailRoute[] = [],
  after: readonly MailRoute[] = [],
) {
  const assembly = new Assembly(
    [{ name: 'test', template: { Resources: RESOURCES }, assets: new Map() }],
    'http://aws',
  );
  const queues = new Queues(queueDefinitions(assembly), database);
  const topics = new Topics(assembly, queues);
  const objects = new ObjectStore(['mail'], { dir }, database);
  const inbound = new InboundMail(assembly, objects, topics, templateIdentities(assembly));
  const errors: Error[] = [];
  const outbox = new Outbox(database);
  const suppression = new SuppressionLists(database, suppressedReasonsOf(assembly));
  const email = new EmailService({
    outbox,
    routes: [
      ...before,
      publishToDestinations(assembly, topics),
      loopBack(inbound),
      replyAutomatically(inbound),
      ...after,
    ],
    tenants: new Tenants(database, suppression),
    suppression,
    isVerified: templateIdentities(assembly),
    onError: (error) => errors.push(error),
  });
  /** The messages of a queue, each once, parsed. */
  const take = (queue: string) => {
    const found = queues.find(queue);
    const messages = found?.receive({ max: 100 }) ?? [];
    found?.delete(messages.map(({ receipt }) => receipt ?? ''));
    return messages.map(({ body }) => JSON.parse(body));
  };
  /** Sends an email and waits until all its outcomes are published. */
  const send = async (to: readonly string[], { raw = MAIL, ...more }: Sending = {}): Promise<string> => {
    const { MessageId } = await email.send({
      FromEmailAddress: 'ada@agents.test',
      Destination: { ToAddresses: to },
      Content: { Raw: { Data: Buffer.from(raw).toString('base64') } },
      ConfigurationSetName: 'everything',
      ...more,
    });
    await eventually(() => expect(outbox.unrouted()).toEqual([]));
    return MessageId;
  };
  /** The raw mail that a notification of incoming mail announces. */
  const stored = async ({ receipt }: { receipt: { action: { objectKey: string } } }): Promise<string> => {
    const record = objects.head('mail', receipt.action.objectKey);
    return record === undefined ? '' : (await objects.read('mail', record)).toString();
  };
  return { email, errors, take, send, stored };
}
