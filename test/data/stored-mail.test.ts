import type { Tag } from '@aws-sdk/client-s3';
import { beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { UNROUTABLE_TAG } from '#shared/domain/mail/unroutable.ts';
import { useEngine } from '../support/engine.ts';
import { InProcessApi } from '../support/in-process-api.ts';
import { memoryBucket } from '../support/memory-bucket.ts';
import { receiveMails } from '../support/receive-mails.ts';

const engine = useEngine();
const tags = new Map<string, Tag[]>();
let files: ReadonlyMap<string, Buffer>;
let api: InProcessApi;

beforeAll(() => {
  process.env.POWERTOOLS_METRICS_DISABLED = 'true';
  files = memoryBucket(tags);
});

beforeEach(() => {
  vi.stubEnv('LIMITS', JSON.stringify({ unverifiedStoredMegabytes: 1 }));
  api = new InProcessApi(engine.table, { unverifiedStoredMegabytes: 1 });
});

const mailOf = (kilobytes: number) =>
  Buffer.from(`From: ada@example.com\r\nSubject: hello\r\n\r\n${'x'.repeat(kilobytes * 1024)}`);

async function newAgent() {
  const { key } = await api.organization();
  const agents = [await api.agent(key), await api.agent(key)];
  const [agent, colleague] = agents as [(typeof agents)[0], (typeof agents)[0]];
  const messages = async () =>
    (await api.call('listMessages', { key: agent.key, params: { id: agent.id } })).body.messages;
  const stored = async () => (await api.call('getUsage', { key })).body.stored_bytes;
  return { key, agent, colleague, messages, stored };
}

test('An email beyond the limit is stored as blocked, says why, appends no event, and its files are deleted soon', async () => {
  const { agent, messages, stored, key } = await newAgent();
  const to = `${agent.handle}@agents.test`;
  await receiveMails({ to, raw: mailOf(700), id: `first-${agent.id}` });
  const before = await stored();
  expect(before).toBeGreaterThan(700 * 1024);
  await receiveMails({ to, raw: mailOf(600), id: `second-${agent.id}` });
  expect(await stored()).toBe(before);
  const [refused, first] = await messages();
  expect([first?.folder, refused?.folder]).toEqual(['inbox', 'blocked']);
  expect(refused?.detail).toMatch(/reached its storage limit/);
  const { events } = (await api.call('listEvents', { key })).body;
  expect(events.map(({ aggregate_id }) => aggregate_id)).toEqual([first?.id]);
  // What its files say is not found either: the index would keep their words for a year.
  const found = async (q: string) => (await api.call('search', { key, query: { q, folder: 'blocked' } })).body.results;
  expect(await found('x*')).toEqual([]);
  expect((await found('hello')).map(({ id }) => id)).toEqual([refused?.id]);
  const deleted = [{ Key: UNROUTABLE_TAG.name, Value: UNROUTABLE_TAG.value }];
  expect(tags.get(`inbound/second-${agent.id}`)).toEqual(deleted);
  expect(tags.get(`content/second-${agent.id}.json`)).toEqual(deleted);
  expect(tags.has(`inbound/first-${agent.id}`)).toBe(false);

  await receiveMails({ to, raw: mailOf(100), id: `third-${agent.id}` });
  expect((await messages())[0]?.folder).toBe('inbox');
});

test('An email for several agents of an organization counts once, and repeating it counts nothing', async () => {
  const { agent, colleague, stored } = await newAgent();
  const to = [agent, colleague].map(({ handle }) => `${handle}@agents.test`);
  const raw = mailOf(300);
  await receiveMails({ to, raw, id: `both-${agent.id}` });
  expect(await stored()).toBe(raw.byteLength);
  await receiveMails({ to, raw, id: `both-${agent.id}` });
  expect(await stored()).toBe(raw.byteLength);
});

test('A message beyond the limit is not sent, and stores no files', async () => {
  const { agent, stored } = await newAgent();
  const send = (kilobytes: number) => {
    const attached = Buffer.alloc(kilobytes * 1024 - 4).toString('base64');
    const attachments = [{ filename: 'a.bin', content_type: 'application/octet-stream', content_base64: attached }];
    const body = { to: 'ada@elsewhere.example', subject: 'Hello', text: 'text', attachments };
    return api.call('sendMail', { key: agent.key, params: { id: agent.id }, body });
  };
  expect((await send(700)).status).toBe(202);
  const before = [await stored(), files.size];
  expect(before[0]).toBe(700 * 1024);
  const refused = await send(400);
  expect([refused.status, refused.body.error.code]).toEqual([409, 'usage.storage_limit']);
  expect([await stored(), files.size]).toEqual(before);
});
