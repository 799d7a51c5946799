import { InvokeCommand, LambdaClient } from '@aws-sdk/client-lambda';
import { mockClient } from 'aws-sdk-client-mock';
import { beforeAll, expect, test, vi } from 'vitest';
import { updateDueIndexes } from '#functions/http/mail/update-due-indexes.ts';
import { updateIndexes } from '#functions/workers/sweep/update-indexes.ts';
import { dueTime } from '#shared/data/due-index.ts';
import { findSearchIndex } from '#shared/data/entities/mail/search-index.ts';
import type { SearchExpression } from '#shared/domain/search/search-expression.ts';
import { HOUR, MINUTE, SECOND } from '#shared/domain/time/time.ts';
import { getFileReader } from '#shared/services/mail-reader/mail-reader.ts';
import { searchMail } from '#shared/services/search/search-mail.ts';
import { useEngine } from '../support/engine.ts';
import { InProcessApi } from '../support/in-process-api.ts';
import { memoryBucket } from '../support/memory-bucket.ts';
import { ops, stageWith } from '../support/ops-harness.ts';
import { receiveMails } from '../support/receive-mails.ts';
import { term } from '../support/searched-agent.ts';
import { stopClock } from '../support/stopped-clock.ts';

const engine = useEngine();
let api: InProcessApi;

beforeAll(() => {
  process.env.POWERTOOLS_METRICS_DISABLED = 'true';
  memoryBucket();
  api = new InProcessApi(engine.table);
});

const WITH_FILE = [
  'From: Ada <ada@example.com>',
  'Subject: Numbers',
  'Content-Type: multipart/mixed; boundary=x',
  '',
  '--x',
  'Content-Type: text/plain',
  '',
  'The numbers are in the file.',
  '--x',
  'Content-Type: text/plain; name=list.txt',
  'Content-Disposition: attachment; filename=list.txt',
  '',
  'pelican seventeen',
  '--x--',
].join('\r\n');

async function newAgent() {
  const { key, id: organizationId } = await api.organization();
  const agent = await api.agent(key);
  const stored = () => findSearchIndex(engine.table, agent.id);
  return {
    agent,
    organizationId,
    stored,
    receive: (raw: string) => receiveMails({ to: `${agent.handle}@agents.test`, raw: Buffer.from(raw) }),
    titles: async (expression: SearchExpression) => {
      const context = { table: engine.table, keyring: () => api.services.keyring(), now: Date.now() };
      const search = { organizationId, identityIds: [agent.id], expression, limit: 10 };
      return (await searchMail(context, search)).hits.map(({ title }) => title);
    },
    update: (now: number) =>
      updateDueIndexes({ kind: 'due-indexes', identityIds: [agent.id] }, { ...api.services, now: () => now }),
  };
}

test('An email is found at once, with the text of its files, before and after the index has it', async () => {
  stopClock();
  const { receive, titles, update, stored } = await newAgent();
  await receive(WITH_FILE);
  expect(await titles(term('numbers'))).toEqual(['Numbers']);
  expect(await titles(term('list', { field: 'attachment' }))).toEqual(['Numbers']);
  expect(await titles(term('pelican'))).toEqual(['Numbers']);
  expect((await stored()).due).toBeDefined();
  await update(Date.now());
  // Others could still come before it.
  expect((await stored()).index).toBeUndefined();
  await update(Date.now() + 3 * MINUTE);
  expect((await stored()).index?.segments.map(({ count }) => count)).toEqual([1]);
  expect(await titles(term('pelican'))).toEqual(['Numbers']);
});

test('A search reads the files of the sixteen newest emails that are in no segment, and knows the names of others', async () => {
  stopClock();
  const { receive, titles } = await newAgent();
  for (let count = 1; count <= 18; count++) {
    await receive(WITH_FILE.replace('Numbers', `Numbers ${count}`).replace('seventeen', `pelican${count}`));
  }
  expect((await titles(term('list', { field: 'attachment' }))).length).toBe(10);
  expect((await titles(term('pelican18')))[0]).toBe('Numbers 18');
  // The first search has kept what it has read, so the next one reads others.
  expect(await titles(term('pelican1'))).toEqual(['Numbers 1']);
});

test('The index waits for files that a slow machine could not read, for an hour, and a search does without them', async () => {
  stopClock();
  const { receive, titles, update, stored } = await newAgent();
  await receive(WITH_FILE);
  const slow = vi.spyOn(getFileReader(), 'readFile').mockRejectedValue(new Error('the machine is too slow'));
  try {
    expect(await titles(term('pelican'))).toEqual([]);
    expect(await titles(term('numbers'))).toEqual(['Numbers']);
    await update(Date.now() + 3 * MINUTE);
    expect(await stored()).toMatchObject({ index: { segments: [] }, due: expect.anything() });
    slow.mockRestore();
    expect(await titles(term('pelican'))).toEqual(['Numbers']);
    vi.spyOn(getFileReader(), 'readFile').mockRejectedValue(new Error('the machine is too slow'));
    await update(Date.now() + HOUR);
    expect((await stored()).index?.segments).toEqual([]);
    await update(Date.now() + HOUR + 4 * MINUTE);
    expect((await stored()).index?.segments.map(({ count }) => count)).toEqual([1]);
    expect(await titles(term('pelican'))).toEqual([]);
    expect(await titles(term('list', { field: 'attachment' }))).toEqual(['Numbers']);
  } finally {
    vi.restoreAllMocks();
  }
});

test('One message in sixteen has its index brought up to date, whether it is received or sent', async () => {
  const { agent, receive, stored } = await newAgent();
  let received = 0;
  for (; received < 200 && (await stored()).due === undefined; received++) {
    await receive(`From: ada@example.com\r\nSubject: ${received}\r\n\r\nx`);
  }
  expect(received).toBeLessThan(200);
  const other = await newAgent();
  let sent = 0;
  for (; sent < 200 && (await other.stored()).due === undefined; sent++) {
    const body = { to: `${agent.handle}@agents.test`, subject: `Message ${sent}`, text: 'x' };
    const params = { id: other.agent.id };
    const { status, body: reply } = await api.call('sendMail', { key: other.agent.key, params, body });
    if (status === 429) break;
    expect(status, JSON.stringify(reply)).toBe(202);
  }
  expect(sent).toBeGreaterThan(0);
});

test('The sweep passes an index on when it is due, once, and any other event is none of its work', async () => {
  const { agent, receive, stored } = await newAgent();
  const lambda = mockClient(LambdaClient);
  lambda.on(InvokeCommand).resolves({});
  process.env.STAGE = 'test';
  process.env.HEARTBEAT_FUNCTIONS = 'http-mail:live';
  await receive(WITH_FILE);
  const due = Number((await stored()).due?.due_at);
  const named = () =>
    lambda
      .commandCalls(InvokeCommand)
      .map(({ args }) => JSON.parse(String(args[0].input.Payload)))
      .filter(({ identityIds }) => identityIds.includes(agent.id));
  await updateIndexes(due - SECOND);
  expect(named()).toEqual([]);
  await Promise.all([updateIndexes(due), updateIndexes(due)]);
  expect(named()).toHaveLength(1);
  expect(named()[0]).toMatchObject({ kind: 'due-indexes' });
  expect((await stored()).due?.due_at).toBe(dueTime(due + 5 * MINUTE));
  expect(updateDueIndexes({ kind: 'due-drafts', drafts: [] }, api.services)).toBeUndefined();
});

test('An operator has the index of an agent built again', async () => {
  const { agent, receive, stored, update, titles } = await newAgent();
  await receive(WITH_FILE);
  await update(Date.now() + 3 * MINUTE);
  const before = (await stored()).index?.segments[0]?.key;
  const stage = stageWith({ table: async () => engine.table });
  const dry = await ops(stage, 'rebuild-search', agent.id);
  expect(dry.out).toContain('would be built again');
  expect((await stored()).restart).toBeUndefined();
  const done = await ops(stage, 'rebuild-search', agent.id, '--yes');
  expect(done.code).toBe(0);
  await update(Date.now() + 3 * MINUTE);
  const after = (await stored()).index?.segments[0]?.key;
  expect(after).toBeDefined();
  expect(after).not.toBe(before);
  expect(await titles(term('pelican'))).toEqual(['Numbers']);
  expect((await ops(stage, 'rebuild-search', 'x')).error).toContain('not the id of an agent: x');
});
