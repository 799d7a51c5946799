import { createPrivateKey, createPublicKey, sign, verify } from 'node:crypto';
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  DecryptCommand,
  EncryptCommand,
  GenerateDataKeyCommand,
  GenerateDataKeyPairWithoutPlaintextCommand,
  KMSClient,
} from '@aws-sdk/client-kms';
import { InvokeCommand, LambdaClient } from '@aws-sdk/client-lambda';
import { DescribeActiveReceiptRuleSetCommand, SESClient, SetActiveReceiptRuleSetCommand } from '@aws-sdk/client-ses';
import { SESv2Client, SendEmailCommand } from '@aws-sdk/client-sesv2';
import { CreateTopicCommand, GetTopicAttributesCommand, PublishCommand, SNSClient } from '@aws-sdk/client-sns';
import {
  DeleteMessageCommand,
  GetQueueAttributesCommand,
  ReceiveMessageCommand,
  SendMessageBatchCommand,
  SendMessageCommand,
  SQSClient,
} from '@aws-sdk/client-sqs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type AwsEndpoint, type Services, startAwsEndpoint } from '#local/emulators/aws-endpoint.ts';
import { EmailService } from '#local/emulators/email/email-api.ts';
import { Identities } from '#local/emulators/email/identities.ts';
import { Outbox, type OutgoingMail } from '#local/emulators/email/outbox.ts';
import { SuppressionLists } from '#local/emulators/email/suppression.ts';
import { Tenants } from '#local/emulators/email/tenants.ts';
import { KeyStore } from '#local/emulators/keys/key-store.ts';
import { SigningKeyStore } from '#local/emulators/keys/signing-key-store.ts';
import { FunctionError } from '#local/functions/function-error.ts';
import { openDatabase } from '#local/state/database.ts';
import { definition, openQueues } from './support/memory-queue.ts';

const KEY = 'arn:aws:kms:us-east-1:000000000000:key/one';
const OTHER_KEY = 'arn:aws:kms:us-east-1:000000000000:key/two';

let dir: string;
let endpoint: AwsEndpoint;
let outbox: Outbox;
const routed: OutgoingMail[] = [];

const TOPIC = 'arn:aws:sns:us-east-1:000000000000:one';
const published: [string, string | undefined][] = [];
/** A topic with two subscriptions. */
const topics = {
  has: (topicArn: string) => topicArn === TOPIC,
  confirmed: () => 2,
  publish: (_: string, message: string, subject?: string) => String(published.push([message, subject])),
};

/** One function that works, and one that cannot be loaded. */
const functions = {
  invoke: async (name: string, event: unknown) => {
    if (name === 'works') return JSON.stringify(event);
    throw new FunctionError({ errorType: 'Runtime.ImportModuleError', errorMessage: 'cannot be loaded' });
  },
};

beforeAll(async () => {
  dir = mkdtempSync(join(tmpdir(), 'aid-test-'));
  const database = openDatabase({ dir, ephemeral: false });
  outbox = new Outbox(database);
  const suppression = new SuppressionLists(database, new Map());
  endpoint = await startAwsEndpoint('test');
  const store = new KeyStore({ dir, ephemeral: false });
  const known = new Map([KEY, OTHER_KEY].map((key) => [key, key]));
  endpoint.open({
    queues: openQueues([definition('q')], database).queues,
    keys: { store, known, signing: new SigningKeyStore(database, store) },
    email: new EmailService({
      outbox,
      routes: [async (mail) => void routed.push(mail)],
      tenants: new Tenants(database, suppression),
      suppression,
      isVerified: (identity) => identity === 'x.example',
      onError: (error) => expect.fail(error.message),
    }),
    identities: new Identities(database, (identity) => identity === 'x.example'),
    receiptRules: { active: 'aid-dev-inbound' },
    topics,
    functions,
    access: undefined,
    // Objects are not called here.
  } as unknown as Services);
});

afterAll(async () => {
  await endpoint.close();
  rmSync(dir, { recursive: true, force: true });
});

const options = () => ({
  endpoint: endpoint.url,
  region: 'us-east-1',
  credentials: { accessKeyId: 'test', secretAccessKey: 'test' },
});

test('SQS: The SDK sends, receives with group and attributes, and deletes', async () => {
  const sqs = new SQSClient(options());
  const QueueUrl = `${endpoint.url}/000000000000/q`;
  await sqs.send(new SendMessageCommand({ QueueUrl, MessageBody: '{"ä":1}', MessageGroupId: 'g' }));
  const batch = await sqs.send(
    new SendMessageBatchCommand({ QueueUrl, Entries: [{ Id: '1', MessageBody: 'late', DelaySeconds: 60 }] }),
  );
  expect(batch.Successful).toHaveLength(1);
  const { Messages = [] } = await sqs.send(
    new ReceiveMessageCommand({ QueueUrl, MaxNumberOfMessages: 10, MessageSystemAttributeNames: ['All'] }),
  );
  expect(Messages).toMatchObject([
    { Body: '{"ä":1}', Attributes: { MessageGroupId: 'g', ApproximateReceiveCount: '1' } },
  ]);
  await sqs.send(new DeleteMessageCommand({ QueueUrl, ReceiptHandle: Messages[0]?.ReceiptHandle }));
  const { Attributes } = await sqs.send(new GetQueueAttributesCommand({ QueueUrl, AttributeNames: ['All'] }));
  expect(Attributes).toMatchObject({
    ApproximateNumberOfMessagesDelayed: '1',
    ApproximateNumberOfMessagesNotVisible: '0',
  });
  const nowhere = new SendMessageCommand({ QueueUrl: `${endpoint.url}/000000000000/no`, MessageBody: 'x' });
  await expect(sqs.send(nowhere)).rejects.toThrow(/does not exist/);
});

test('SQS: A long poll returns as soon as a message is available', async () => {
  const sqs = new SQSClient(options());
  const QueueUrl = `${endpoint.url}/000000000000/q`;
  const poll = sqs.send(new ReceiveMessageCommand({ QueueUrl, WaitTimeSeconds: 20 }));
  setTimeout(() => void sqs.send(new SendMessageCommand({ QueueUrl, MessageBody: 'now' })), 50);
  expect((await poll).Messages?.[0]?.Body).toBe('now');
});

test('SES: The active receipt rules are those of the templates, and other operations of the first version are errors', async () => {
  const ses = new SESClient(options());
  expect((await ses.send(new DescribeActiveReceiptRuleSetCommand({}))).Metadata?.Name).toBe('aid-dev-inbound');
  await expect(ses.send(new SetActiveReceiptRuleSetCommand({}))).rejects.toMatchObject({ name: 'InvalidAction' });
});

test('SNS: The SDK publishes with a subject and special characters, and reads how many subscriptions are confirmed', async () => {
  const sns = new SNSClient(options());
  const Message = '{"a":"<&>ä\\n"}';
  await sns.send(new PublishCommand({ TopicArn: TOPIC, Message, Subject: 'late' }));
  await sns.send(new PublishCommand({ TopicArn: TOPIC, Message: 'no subject' }));
  expect(published).toEqual([
    [Message, 'late'],
    ['no subject', undefined],
  ]);
  const { Attributes } = await sns.send(new GetTopicAttributesCommand({ TopicArn: TOPIC }));
  expect(Attributes).toEqual({ SubscriptionsConfirmed: '2' });
  const nowhere = new PublishCommand({ TopicArn: `${TOPIC}-other`, Message });
  await expect(sns.send(nowhere)).rejects.toMatchObject({ name: 'NotFoundException' });
  await expect(sns.send(new CreateTopicCommand({ Name: 'new' }))).rejects.toMatchObject({ name: 'InvalidAction' });
});

test('Lambda: The SDK invokes a function, and the error of a function is a result', async () => {
  const lambda = new LambdaClient(options());
  const invoke = async (FunctionName: string) => {
    const { FunctionError: error, Payload } = await lambda.send(
      new InvokeCommand({ FunctionName, Payload: '{"a":1}' }),
    );
    return { error, payload: JSON.parse(Buffer.from(Payload ?? '').toString()) };
  };
  expect(await invoke('works')).toEqual({ error: undefined, payload: { a: 1 } });
  expect(await invoke('arn:aws:lambda:us-east-1:000000000000:function:broken')).toEqual({
    error: 'Unhandled',
    payload: { errorType: 'Runtime.ImportModuleError', errorMessage: 'cannot be loaded' },
  });
});

test('KMS: A data key can be decrypted only with its own key and context', async () => {
  const kms = new KMSClient(options());
  const EncryptionContext = { org: '1' };
  const made = await kms.send(new GenerateDataKeyCommand({ KeyId: KEY, KeySpec: 'AES_256', EncryptionContext }));
  expect(made.Plaintext).toHaveLength(32);
  const { CiphertextBlob } = made;
  const opened = await kms.send(new DecryptCommand({ CiphertextBlob, EncryptionContext }));
  expect(opened).toMatchObject({ KeyId: KEY, Plaintext: made.Plaintext });
  const wrongContext = new DecryptCommand({ CiphertextBlob, EncryptionContext: { org: '2' } });
  await expect(kms.send(wrongContext)).rejects.toMatchObject({ name: 'InvalidCiphertextException' });
  const wrongKey = new DecryptCommand({ CiphertextBlob, EncryptionContext, KeyId: OTHER_KEY });
  await expect(kms.send(wrongKey)).rejects.toMatchObject({ name: 'IncorrectKeyException' });
  const unknownKey = new EncryptCommand({ KeyId: 'unknown', Plaintext: new Uint8Array([1]) });
  await expect(kms.send(unknownKey)).rejects.toMatchObject({ name: 'NotFoundException' });
});

test('KMS: A key pair has a private half that only its own context opens, and that fits the public one', async () => {
  const kms = new KMSClient(options());
  const EncryptionContext = { service: 'aid-issuer' };
  const made = await kms.send(
    new GenerateDataKeyPairWithoutPlaintextCommand({ KeyId: KEY, KeyPairSpec: 'RSA_2048', EncryptionContext }),
  );
  expect(made).not.toHaveProperty('PrivateKeyPlaintext');
  const { PrivateKeyCiphertextBlob: CiphertextBlob, PublicKey = new Uint8Array() } = made;
  const { Plaintext = new Uint8Array() } = await kms.send(new DecryptCommand({ CiphertextBlob, EncryptionContext }));
  const privateKey = createPrivateKey({ key: Buffer.from(Plaintext), format: 'der', type: 'pkcs8' });
  const publicKey = createPublicKey({ key: Buffer.from(PublicKey), format: 'der', type: 'spki' });
  const text = Buffer.from('text');
  expect(verify('sha256', text, publicKey, sign('sha256', text, privateKey))).toBe(true);
  const other = new DecryptCommand({ CiphertextBlob, EncryptionContext: { service: 'aid' } });
  await expect(kms.send(other)).rejects.toMatchObject({ name: 'InvalidCiphertextException' });
});

test('KMS: Only its owner can read the file of the master key, and a restart loads it again', () => {
  expect(statSync(join(dir, 'master.key')).mode & 0o777).toBe(0o600);
  const blob = new KeyStore({ dir, ephemeral: false }).encrypt(KEY, Buffer.from('text'), {});
  expect(new KeyStore({ dir, ephemeral: false }).decrypt(blob, {}).plaintext.toString()).toBe('text');
});

test('SES: A raw mail is captured with its whole envelope, its own Message-ID, and without Bcc', async () => {
  const ses = new SESv2Client(options());
  const raw =
    'From: A <a@x.example>\r\nMessage-ID: <mine@x>\r\nBcc: c@y.example\r\nSubject: =?utf-8?Q?Gr=C3=BC=C3=9Fe?=\r\n\r\nhi\r\n';
  const { MessageId } = await ses.send(
    new SendEmailCommand({
      FromEmailAddress: '"A, B" <a@x.example>',
      Destination: { ToAddresses: ['Bob <b@y.example>'], BccAddresses: ['c@y.example'] },
      Content: { Raw: { Data: Buffer.from(raw) } },
      EmailTags: [{ Name: 'message', Value: 'msg_1' }],
      ConfigurationSetName: 'set',
    }),
  );
  expect(routed).toMatchObject([{ id: MessageId, tags: { message: 'msg_1' }, configurationSet: 'set' }]);
  const [entry] = outbox.newest();
  expect(entry).toMatchObject({
    from: 'a@x.example',
    to: ['b@y.example', 'c@y.example'],
    subject: 'Grüße',
    text: 'hi\n',
  });
  const sent = Buffer.from(entry?.raw_base64 ?? '', 'base64').toString();
  expect(sent).toContain(`Message-ID: <${MessageId}@email.amazonses.com>`);
  expect(sent).not.toMatch(/mine@x|Bcc/);
  const empty = new SendEmailCommand({
    FromEmailAddress: 'a@x.example',
    Content: { Raw: { Data: Buffer.from('X: y\r\n\r\n') } },
  });
  await expect(ses.send(empty)).rejects.toMatchObject({ name: 'BadRequestException' });
});
