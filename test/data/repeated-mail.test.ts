import type { Tag } from '@aws-sdk/client-s3';
import { beforeAll, expect, test } from 'vitest';
import { findMessage } from '#shared/data/entities/mail/message.ts';
import { UNROUTABLE_TAG } from '#shared/domain/mail/unroutable.ts';
import { useEngine } from '../support/engine.ts';
import { HookApi, hookOrganization } from '../support/hook-api.ts';
import { InProcessApi } from '../support/in-process-api.ts';
import { memoryBucket } from '../support/memory-bucket.ts';
import { receiveMails } from '../support/receive-mails.ts';

const engine = useEngine();
let api: InProcessApi;
let hook: HookApi;
const tags = new Map<string, Tag[]>();

beforeAll(() => {
  process.env.POWERTOOLS_METRICS_DISABLED = 'true';
  process.env.INBOUND_TOPICS = '[]';
  api = new InProcessApi(engine.table);
  hook = new HookApi(api);
  memoryBucket(tags);
});

interface Mail {
  from?: string;
  subject?: string;
  text?: string;
  received?: string;
  /** Two authors are never verified. */
  unverified?: boolean;
  fields?: string[];
}

function mail({
  from = 'ada@example.com',
  subject = 'Lamp',
  text = 'On',
  received = '1',
  unverified,
  fields: more = [],
}: Mail = {}): Buffer {
  const authors = unverified ? `${from}, bob@example.com` : from;
  const fields = [
    `Received: by ${received}`,
    `From: ${authors}`,
    `Subject: ${subject}`,
    'Message-ID: <one@example.com>',
  ];
  return Buffer.from([...fields, ...more, '', text, ''].join('\r\n'));
}

async function receive(address: string, ...emails: Buffer[]): Promise<void> {
  for (const raw of emails) expect((await receiveMails({ to: address, raw })).batchItemFailures).toEqual([]);
}

const texts = async ({ messages }: { messages(): Promise<{ snippet: string }[]> }) =>
  (await messages()).map(({ snippet }) => snippet);

test.each([false, true])(
  'The same mail that arrives three times is one message with one event (unverified: %s)',
  async (unverified) => {
    const organization = await hookOrganization(api);
    await receive(organization.address, ...['1', '2', '3'].map((received) => mail({ received, unverified })));
    expect(await texts(organization)).toEqual(['On']);
    expect((await organization.events()).filter(({ type }) => type === 'mail.received')).toHaveLength(1);
  },
);

test('The same mail that arrives ten times at once is one message, and the files of the others are deleted', async () => {
  const organization = await hookOrganization(api);
  const to = organization.address;
  const before = tags.size;
  const all = Array.from({ length: 10 }, (_, index) => receiveMails({ to, raw: mail({ received: `host ${index}` }) }));
  await Promise.all(all);
  expect(await texts(organization)).toEqual(['On']);
  const added = [...tags].slice(before);
  expect(added).toHaveLength(18);
  expect(added.every(([, [tag]]) => tag?.Value === UNROUTABLE_TAG.value)).toBe(true);
});

test('The same mail is recognized also if a program has drawn its boundaries again', async () => {
  const organization = await hookOrganization(api);
  const multipart = (boundary: string) =>
    [
      'From: ada@example.com',
      'Subject: Lamp',
      'Message-ID: <one@example.com>',
      `Content-Type: multipart/alternative; boundary="${boundary}"`,
      '',
      ...[
        `--${boundary}`,
        'Content-Type: text/plain',
        '',
        'On',
        `--${boundary}`,
        'Content-Type: text/html',
        '',
        '<p>On',
      ],
      `--${boundary}--`,
      '',
    ].join('\r\n');
  await receive(
    organization.address,
    ...['--_NmP-1', '--_NmP-2-Part'].map((boundary) => Buffer.from(multipart(boundary))),
  );
  expect(await texts(organization)).toEqual(['On']);
});

test('The same mail in another mailbox, and by the webhook after SMTP, is recognized for each mailbox', async () => {
  const [one, other] = [await hookOrganization(api), await hookOrganization(api)];
  await receive(one.address, mail());
  await receive(other.address, mail());
  const envelope = { from: 'ada@example.com', to: [one.address] };
  const reply = await hook.submit(one.account, [{ raw_base64: mail({ received: '2' }).toString('base64'), envelope }]);
  expect(reply.body).toEqual({ ingested: 0, unroutable: 0, blocked: 0 });
  expect([await texts(one), await texts(other)]).toEqual([['On'], ['On']]);
});

test.each<[string, Mail, Mail]>([
  ['another author', {}, { from: 'eve@example.com', text: 'Off' }],
  ['another recipient', {}, { fields: ['Cc: bob@example.com'] }],
  ['another encoding', {}, { fields: ['Content-Transfer-Encoding: 8bit'] }],
  ['another text of the same verified author', {}, { text: 'Off' }],
  ['an unverified author of the same address', {}, { unverified: true, text: 'Off' }],
  ['another text of unverified authors', { unverified: true }, { unverified: true, text: 'Off' }],
  ['another subject of unverified authors', { unverified: true }, { unverified: true, subject: 'Off', text: 'On' }],
  ['the same text, and then verified', { unverified: true }, {}],
])('A mail with the same Message-ID and %s is a message of its own', async (_, first, second) => {
  const organization = await hookOrganization(api);
  await receive(organization.address, mail(first), mail(second));
  const found = await texts(organization);
  expect([found.length, found[0]]).toEqual([2, second.text ?? 'On']);
  // A repetition of either is recognized.
  await receive(organization.address, mail(second), mail(first));
  expect(await texts(organization)).toHaveLength(2);
});

test('A message has the address of the envelope with its tag, also if the header does not name it', async () => {
  const { address, agent, messages } = await hookOrganization(api);
  const tagged = address.replace('@', '+Orders@');
  expect((await receiveMails({ to: [tagged, address], raw: mail() })).batchItemFailures).toEqual([]);
  const [message] = await messages();
  expect(await findMessage(engine.table, agent.id, message?.id ?? '')).toMatchObject({ deliveredTo: tagged });
});
