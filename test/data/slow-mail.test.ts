import { beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { getMailReader } from '#shared/services/mail-reader/mail-reader.ts';
import { useEngine } from '../support/engine.ts';
import { eventually } from '../support/eventually.ts';
import { HookApi, hookOrganization } from '../support/hook-api.ts';
import { InProcessApi } from '../support/in-process-api.ts';
import { submittedMail } from '../support/mail-signature.ts';
import { memoryBucket } from '../support/memory-bucket.ts';
import { receiveMails } from '../support/receive-mails.ts';
import { stopClock } from '../support/stopped-clock.ts';
import { stoppedReader } from '../support/stopped-reader.ts';
import { LOOP } from '../support/stuck-emails.ts';

vi.hoisted(() => {
  process.env.POWERTOOLS_METRICS_DISABLED = 'true';
});

const BUDGET_MS = 1_000;

// The usual reader, with little processor time and an email that makes it hang.
vi.mock('#shared/services/mail-reader/mail-reader.ts', async (importOriginal) => {
  const module = await importOriginal<typeof import('#shared/services/mail-reader/mail-reader.ts')>();
  const stuck = new URL('../support/stuck-reader.ts', import.meta.url);
  const reader = new module.MailReader({ module: stuck, budgetMs: 1_000 });
  return { ...module, getMailReader: () => reader };
});

const engine = useEngine();
let api: InProcessApi;

beforeAll(() => {
  api = new InProcessApi(engine.table);
  memoryBucket();
  process.env.INBOUND_TOPICS = '[]';
});

const mail = (subject: string, body: string) =>
  Buffer.from(`From: ada@example.com\r\nSubject: ${subject}\r\n\r\n${body}`);

interface Received {
  subject: string;
  snippet: string;
  detail: string | null;
  created_at: string;
  from: { address: string }[];
}

async function organization() {
  const made = await hookOrganization(api);
  const received = async () => (await made.messages()) as unknown as Received[];
  return { ...made, received };
}

describe('an email that takes long to parse', () => {
  test('An email that takes long to parse delays neither its batch nor another organization, and is stored with its header', async () => {
    const [one, other] = [await organization(), await organization()];
    // The reader needs the processor time of the email at least. On a busy machine the others may take longer.
    const reader = getMailReader();
    const readMail = reader.readMail.bind(reader);
    vi.spyOn(reader, 'readMail').mockImplementation(async (raw, envelopeFrom) => {
      const read = await readMail(raw, envelopeFrom);
      const stored = async () => [(await one.received()).length, (await other.received()).length];
      if (read.subject === 'poison') await eventually(async () => expect(await stored()).toEqual([1, 1]));
      return read;
    });
    const reply = await receiveMails(
      { to: one.address, raw: mail('poison', LOOP) },
      { to: other.address, raw: mail('to another organization', 'text') },
      { to: one.address, raw: mail('to the same', 'text') },
    );
    expect(reply).toEqual({ batchItemFailures: [] });
    const [poison, same] = (await one.received()) as [Received, Received];
    expect(poison).toMatchObject({
      subject: 'poison',
      from: [{ address: 'ada@example.com' }],
      detail: `not parsed: more than ${BUDGET_MS / 1000} s of processor time needed`,
    });
    expect(same).toMatchObject({ subject: 'to the same', detail: null });
    const [elsewhere] = (await other.received()) as [Received];
    for (const { created_at } of [same, elsewhere]) {
      expect(Date.parse(poison.created_at) - Date.parse(created_at)).toBeGreaterThan(0);
    }
    expect((await one.events()).map(({ type }) => type)).toEqual(['mail.received', 'mail.received']);
  });

  test('An email that takes long to parse is ingested with the following ones when a provider account submits it', async () => {
    const { address, account, received } = await organization();
    const hook = new HookApi(api);
    stopClock();
    const reply = await hook.submit(account, [
      submittedMail([address], { id: 'a@b', text: LOOP }),
      submittedMail([address], { id: 'c@d' }),
    ]);
    expect([reply.status, reply.body]).toEqual([200, { ingested: 2, unroutable: 0, blocked: 0 }]);
    expect((await received()).map(({ detail }) => detail)).toEqual([
      null,
      'not parsed: more than 1 s of processor time needed',
    ]);
  });
});

describe('a machine that is too slow for its readers', () => {
  const impatientReader = async () => {
    const { reader } = await stoppedReader({ attemptMs: 500 });
    onTestFinished(() => reader.close());
    return reader;
  };

  test('An email that is not read in time returns to the queue, and is stored whole when it is received again', async () => {
    const { address, received } = await organization();
    const reader = await impatientReader();
    vi.spyOn(getMailReader(), 'readMail').mockImplementationOnce((...email) => reader.readMail(...email));
    const email = { to: address, raw: mail('whole', 'every word of it'), id: 'received-twice' };
    expect(await receiveMails(email)).toEqual({ batchItemFailures: [{ itemIdentifier: email.id }] });
    expect(await received()).toEqual([]);
    expect(await receiveMails(email)).toEqual({ batchItemFailures: [] });
    expect(await received()).toMatchObject([{ subject: 'whole', snippet: 'every word of it', detail: null }]);
  });

  test('A request that submits an email then fails, and the same request ingests it later', async () => {
    const { address, account, received } = await organization();
    const reader = await impatientReader();
    vi.spyOn(getMailReader(), 'readMail').mockImplementationOnce((...email) => reader.readMail(...email));
    const batch = [submittedMail([address], { id: 'slow@machine' })];
    const refused = await new HookApi(api).submit(account, batch);
    expect([refused.status, refused.body.error]).toMatchObject([500, { code: 'internal.error', retryable: true }]);
    expect(await received()).toEqual([]);
    const accepted = await new HookApi(api).submit(account, batch);
    expect([accepted.status, accepted.body]).toEqual([200, { ingested: 1, unroutable: 0, blocked: 0 }]);
    expect(await received()).toMatchObject([{ detail: null }]);
  });

  test('HTML is not refused then: the request fails and can be repeated', async () => {
    const { agent } = await organization();
    const reader = await impatientReader();
    vi.spyOn(getMailReader(), 'readHtmlTexts').mockImplementationOnce((html) => reader.readHtmlTexts(html));
    const body = { to: 'ada@example.com', subject: 'x', html: '<p>text' };
    const send = () => api.call('sendMail', { key: agent.key, params: { id: agent.id }, body });
    const refused = await send();
    expect([refused.status, refused.body.error]).toMatchObject([500, { code: 'internal.error', retryable: true }]);
    expect((await send()).status).toBe(202);
  });
});

test('An attachment of an email that takes long to parse is an error that can be repeated, and not 503', async () => {
  const { address, agent, messages } = await organization();
  const parts = [
    'From: ada@example.com',
    'Subject: attached',
    'Content-Type: text/plain; name="one.txt"',
    'Content-Disposition: attachment; filename="one.txt"',
  ];
  await receiveMails({ to: address, raw: Buffer.from([...parts, '', 'content'].join('\r\n')) });
  const [{ id = '' } = {}] = await messages();
  const call = { key: agent.key, params: { id: agent.id, mid: id } };
  const [attachment] = (await api.call('getMessage', call)).body.attachments;
  vi.spyOn(getMailReader(), 'readAttachments').mockResolvedValueOnce(undefined);
  const reply = await api.call('getAttachment', { ...call, params: { ...call.params, aid: attachment?.id ?? '' } });
  expect([reply.status, reply.body.error]).toMatchObject([
    500,
    { code: 'internal.error', message: 'Reading the email took too long. Try again.', retryable: true },
  ]);
});

describe('HTML that takes long to convert', () => {
  test('HTML that takes long to convert is not sent, and the error names the way out', async () => {
    const { agent } = await organization();
    const send = (body: object) =>
      api.call('sendMail', {
        key: agent.key,
        params: { id: agent.id },
        body: { to: 'ada@example.com', subject: 'x', ...body },
      });
    const refused = await send({ html: LOOP });
    expect([refused.status, refused.body.error]).toMatchObject([
      400,
      { code: 'validation.failed', message: expect.stringContaining('html') },
    ]);
    expect((await send({ html: LOOP, text: 'text' })).status).toBe(202);
    expect((await send({ html: '<p>text' })).status).toBe(202);
  });
});
