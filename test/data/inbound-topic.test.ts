import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { useEngine } from '../support/engine.ts';
import { HookApi } from '../support/hook-api.ts';
import { InProcessApi } from '../support/in-process-api.ts';
import { memoryBucket } from '../support/memory-bucket.ts';
import { selfSigned } from '../support/self-signed.ts';
import { notice, type SnsFields, SnsSender } from '../support/sns-sender.ts';

const TOPIC = 'arn:aws:sns:eu-central-1:111122223333:inbound';
const NOTHING = { ingested: 0, unroutable: 0, blocked: 0 };
vi.hoisted(() => {
  process.env.POWERTOOLS_METRICS_DISABLED = 'true';
});

const engine = useEngine();
let api: InProcessApi;
let files: Map<string, Buffer>;
let sns: SnsSender;
let hook: HookApi;

beforeAll(() => {
  api = new InProcessApi(engine.table);
  files = memoryBucket() as Map<string, Buffer>;
  process.env.INBOUND_TOPICS = JSON.stringify([TOPIC, 'arn:aws-cn:sns:cn-north-1:111122223333:inbound']);
});

beforeEach(() => {
  sns = new SnsSender(TOPIC);
  hook = new HookApi(api, sns.get);
});

async function agent() {
  const { key } = await api.organization();
  const made = await api.agent(key);
  const messages = async () =>
    (await api.call('listMessages', { key: made.key, params: { id: made.id } })).body.messages as {
      folder: string;
      auth: Record<string, unknown>;
      subject: string;
    }[];
  return { address: `${made.handle}@agents.test`, messages };
}

const isCounted = (reply: { status: number; body: unknown }, ingested = 1) =>
  expect([reply.status, reply.body]).toEqual([200, { ...NOTHING, ingested }]);

describe('a notification of a configured topic', () => {
  test.each(['1', '2'] as const)(
    'A notification signed by version %s delivers its mail to all its recipients',
    async (version) => {
      const [one, two] = [await agent(), await agent()];
      const text = notice([one.address, two.address, 'unknown@agents.test']);
      const reply = await hook.send(sns.message({ Message: text, Subject: 'Amazon SES' }, version), {
        'content-type': 'text/plain; charset=UTF-8',
      });
      expect([reply.status, reply.body]).toEqual([200, { ingested: 2, unroutable: 1, blocked: 0 }]);
      for (const { messages } of [one, two]) {
        const [message] = await messages();
        expect(message).toMatchObject({ subject: 'Grüße', auth: { dmarc: 'pass', sender_verified: true } });
      }
    },
  );

  test('A notification may carry the mail in base64', async () => {
    const { address, messages } = await agent();
    const content = Buffer.from('From: e@example.com\r\nSubject: coded\r\n\r\nx').toString('base64');
    const text = notice([address], { action: { encoding: 'BASE64' }, top: { content } });
    isCounted(await hook.send(sns.message({ Message: text })));
    expect((await messages())[0]?.subject).toBe('coded');
  });

  test('A notification may name where the SES of the stage stored the mail, which is then ingested once, together with the worker', async () => {
    const { address, messages } = await agent();
    files.set('inbound/stored1', Buffer.from('From: e@example.com\r\nSubject: stored\r\n\r\nx'));
    const action = { type: 'S3', bucketName: 'mail', objectKey: 'inbound/stored1' };
    const text = notice([address], { id: 'stored1', action, top: { content: undefined } });
    isCounted(await hook.send(sns.message({ Message: text })));
    isCounted(await hook.send(sns.message({ Message: text })), 0);
    expect((await messages()).map(({ subject }) => subject)).toEqual(['stored']);
  });

  test.each([
    { bucketName: 'another', objectKey: 'inbound/x' },
    { bucketName: 'mail', objectKey: 'content/x' },
    { bucketName: 'mail', objectKey: 'inbound/../content/x' },
  ])('A notification cannot make the service read another file: %j', async (where) => {
    const { address } = await agent();
    const text = notice([address], { action: { type: 'S3', ...where }, top: { content: undefined } });
    expect((await hook.send(sns.message({ Message: text }))).status).toBe(400);
  });

  test('A notification blocks an email that SES marked as a virus', async () => {
    const { address } = await agent();
    const text = notice([address], { receipt: { virusVerdict: { status: 'FAIL' } } });
    expect((await hook.send(sns.message({ Message: text }))).body).toEqual({ ...NOTHING, blocked: 1 });
  });

  test('A repeated notification counts nothing', async () => {
    const { address } = await agent();
    const body = sns.message({ Message: notice([address]) });
    isCounted(await hook.send(body));
    isCounted(await hook.send(body), 0);
  });

  test('A notification reuses the certificate of an earlier one', async () => {
    const { address } = await agent();
    for (let n = 0; n < 3; n++) await hook.send(sns.message({ Message: notice([address]) }));
    expect(sns.fetched).toEqual([sns.certificateUrl]);
  });

  test('A notification without an email counts nothing, and a message that is not a notification is rejected', async () => {
    isCounted(await hook.send(sns.message({ Message: 'Successfully validated SNS topic for SES' })), 0);
    for (const Message of ['hello', '{}', '{"notificationType":"Bounce"}']) {
      const reply = await hook.send(sns.message({ Message }));
      expect([reply.status, reply.body.error.message]).toEqual([400, expect.stringMatching(/^Message:/)]);
    }
  });

  test('A notification is processed by its signed content alone', async () => {
    const { address, messages } = await agent();
    const genuine = JSON.parse(sns.message({ Message: notice(['unknown@agents.test']) })) as object;
    const raw_base64 = Buffer.from('From: e@example.com\r\nSubject: forged\r\n\r\nx').toString('base64');
    const forged = { ...genuine, messages: [{ raw_base64, envelope: { from: '', to: [address] } }] };
    expect((await hook.send(JSON.stringify(forged))).body).toEqual({ ...NOTHING, unroutable: 1 });
    expect(await messages()).toEqual([]);
  });
});

describe('a message that is not of SNS or not for this stage', () => {
  const hour = 3_600_000;
  const ago = (ms: number) => new Date(Date.now() - ms).toISOString();
  const other = 'arn:aws:sns:eu-central-1:111122223333:other';
  const cert = (host: string, path = '/SimpleNotificationService-0123456789abcdef0123456789abcdef.pem') =>
    `https://${host}${path}`;
  const broken: Record<string, { fields?: SnsFields; changed?: SnsFields }> = {
    'of another topic': { fields: { TopicArn: other } },
    'moved to our topic': { fields: { TopicArn: other }, changed: { TopicArn: TOPIC } },
    'with another text': { changed: { Message: 'other' } },
    'with another id': { changed: { MessageId: 'other' } },
    'with another type': { changed: { Type: 'UnsubscribeConfirmation', Token: 't', SubscribeURL: 'https://x' } },
    'of no known type': { changed: { Type: 'Other' } },
    'with a subject added': { changed: { Subject: 'added' } },
    'with its subject removed': { fields: { Subject: 'there' }, changed: { Subject: undefined } },
    'with another time': { changed: { Timestamp: ago(1000) } },
    'that is an hour old': { fields: { Timestamp: ago(hour + 1000) } },
    'from the future': { fields: { Timestamp: ago(-hour) } },
    'without a valid time': { fields: { Timestamp: 'now' } },
    'with an unknown signature version': { changed: { SignatureVersion: '3' } },
    'with the other version': { changed: { SignatureVersion: '1' } },
    'without a signature': { changed: { Signature: '' } },
    'with an invalid signature': { changed: { Signature: 'AAAA' } },
    'with a certificate from elsewhere': { changed: { SigningCertURL: cert('evil.example') } },
    'with a certificate from another region': { changed: { SigningCertURL: cert('sns.us-east-1.amazonaws.com') } },
    'with a look-alike host': { changed: { SigningCertURL: cert('sns.eu-central-1.amazonaws.com.evil.example') } },
    'with a host in the user information': {
      changed: { SigningCertURL: cert('sns.eu-central-1.amazonaws.com@evil.example') },
    },
    'with another port': { changed: { SigningCertURL: cert('sns.eu-central-1.amazonaws.com:8443') } },
    'with another file': { changed: { SigningCertURL: cert('sns.eu-central-1.amazonaws.com', '/mine.pem') } },
    'with a certificate in a query': {
      changed: { SigningCertURL: cert('sns.eu-central-1.amazonaws.com', '/?x=/SimpleNotificationService-0.pem') },
    },
    'with a certificate over http': {
      changed: { SigningCertURL: cert('x').replace(/^https:\/\/x/, 'http://sns.eu-central-1.amazonaws.com') },
    },
    'with a certificate that is not there': { changed: { SigningCertURL: cert('sns.eu-central-1.amazonaws.com') } },
  };

  test.each(Object.entries(broken))('A message %s is rejected', async (_, { fields = {}, changed = {} }) => {
    const { address, messages } = await agent();
    const sent = sns.message({ Message: notice([address]), ...fields }, '2', changed);
    expect((await hook.send(sent)).status).toBe(401);
    expect(await messages()).toEqual([]);
    const pinned = /^https:\/\/sns\.eu-central-1\.amazonaws\.com\/SimpleNotificationService-[0-9a-f]+\.pem$/;
    for (const url of sns.fetched) expect(url).toMatch(pinned);
  });

  test.each([
    ['has expired', selfSigned('sns.amazonaws.com', new Date(0), new Date(1000)).certificate],
    ['is not yet valid', selfSigned('sns.amazonaws.com', new Date(Date.now() + hour)).certificate],
    ['has another key', selfSigned('sns.amazonaws.com').certificate],
    ['is not a certificate', 'hello'],
  ])('A message with a certificate that %s is rejected', async (_, text) => {
    sns.pages.set(sns.certificateUrl, { status: 200, text });
    expect((await hook.send(sns.message({ Message: 'x' }))).status).toBe(401);
  });

  test('If SNS does not serve its certificate, the message gets a 5xx, so that SNS tries again', async () => {
    sns.pages.set(sns.certificateUrl, { status: 503, text: '' });
    expect((await hook.send(sns.message({ Message: 'x' }))).status).toBe(500);
  });

  test.each(['{', 'null', '[]', '"x"', '', '{}', '{"Type":"Notification"}'])(
    'A body that is not a message of SNS is rejected: %j',
    async (body) => {
      expect((await hook.send(body)).status).toBe(401);
    },
  );
});

describe('a subscription', () => {
  test('A subscription to a configured topic is confirmed and counts nothing', async () => {
    const body = sns.confirmation();
    isCounted(await hook.send(body), 0);
    expect(sns.fetched.slice(1)).toEqual([(JSON.parse(body) as { SubscribeURL: string }).SubscribeURL]);
  });

  test('A subscription to another topic is not confirmed', async () => {
    const other = new SnsSender('arn:aws:sns:eu-central-1:111122223333:other');
    expect((await new HookApi(api, other.get).send(other.confirmation())).status).toBe(401);
    expect(other.fetched).toEqual([]);
  });

  test.each([
    'https://evil.example/?Action=ConfirmSubscription',
    `https://sns.eu-central-1.amazonaws.com/?Action=Publish&TopicArn=${TOPIC}`,
    'https://sns.eu-central-1.amazonaws.com/?Action=ConfirmSubscription&TopicArn=arn:aws:sns:eu-central-1:1:other',
    'http://sns.eu-central-1.amazonaws.com/',
    'nonsense',
  ])('A subscription is not confirmed at %s', async (SubscribeURL) => {
    expect((await hook.send(sns.confirmation({ SubscribeURL }))).status).toBe(400);
    expect(sns.fetched).toEqual([sns.certificateUrl]);
  });

  test('A subscription that SNS does not confirm is tried again', async () => {
    const body = sns.confirmation();
    sns.pages.set((JSON.parse(body) as { SubscribeURL: string }).SubscribeURL, { status: 500, text: '' });
    expect((await hook.send(body)).status).toBe(500);
  });

  test('The end of a subscription counts nothing and is not confirmed', async () => {
    const fields = { Type: 'UnsubscribeConfirmation', Token: 't', Message: 'Bye.', SubscribeURL: 'https://x.example/' };
    isCounted(await hook.send(sns.message(fields)), 0);
    expect(sns.fetched).toEqual([sns.certificateUrl]);
  });
});
