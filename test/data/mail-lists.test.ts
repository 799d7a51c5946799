import { beforeAll, expect, test } from 'vitest';
import { useEngine } from '../support/engine.ts';
import { InProcessApi } from '../support/in-process-api.ts';
import { memoryBucket } from '../support/memory-bucket.ts';
import { receiveMails } from '../support/receive-mails.ts';

const engine = useEngine();
let api: InProcessApi;

beforeAll(() => {
  process.env.POWERTOOLS_METRICS_DISABLED = 'true';
  memoryBucket(new Map());
  api = new InProcessApi(engine.table);
});

async function newReader() {
  const { key } = await api.organization();
  const agent = await api.agent(key);
  let count = 0;
  return {
    agent,
    receive: (header: Record<string, string>, text = 'x') => {
      const fields = { From: 'ada@example.com', ...header };
      const lines = Object.entries(fields).map(([name, value]) => `${name}: ${value}\r\n`);
      const raw = Buffer.from(`${lines.join('')}\r\n${text}`);
      count += 1;
      return receiveMails({ to: `${agent.handle}@agents.test`, raw, id: `${count}-${agent.id}` });
    },
    list: async (query: Record<string, string> = {}) => {
      const { status, body } = await api.call('listMessages', { key: agent.key, params: { id: 'me' }, query });
      expect(status, JSON.stringify(body)).toBe(200);
      return body.messages;
    },
  };
}

test('Messages are listed by whether they are read, and by words in their subjects, people and texts', async () => {
  const { agent, receive, list } = await newReader();
  await receive({ Subject: 'Invoice 17', From: 'Ada Lovelace <ada@example.com>' });
  await receive({ Subject: 'Invoice 18', From: 'eve@example.org', Cc: 'ada@example.com' });
  await receive({ Subject: 'Lunch', From: 'Ada Lovelace <ada@example.com>' }, 'about the invoice');
  const subjects = async (query: Record<string, string>) => (await list(query)).map(({ subject }) => subject);

  expect(await subjects({ q: 'INVOICE' })).toEqual(['Lunch', 'Invoice 18', 'Invoice 17']);
  expect(await subjects({ q: 'subject:invoice' })).toEqual(['Invoice 18', 'Invoice 17']);
  expect(await subjects({ q: 'ada@example.com invoice' })).toEqual(['Lunch', 'Invoice 18', 'Invoice 17']);
  expect(await subjects({ q: 'lovelace invoice' })).toEqual(['Lunch', 'Invoice 17']);
  expect(await subjects({ q: 'lovelace -lunch' })).toEqual(['Invoice 17']);
  expect(await subjects({ q: 'invoice 19' })).toEqual([]);

  const [newest] = await list();
  const params = { id: agent.id, mid: newest?.id ?? '' };
  await api.call('updateMessage', { key: agent.key, params, body: { is_read: true } });
  expect(await subjects({ is_read: 'true' })).toEqual(['Lunch']);
  expect(await subjects({ is_read: 'false' })).toEqual(['Invoice 18', 'Invoice 17']);
  expect(await subjects({ is_read: 'false', q: '17' })).toEqual(['Invoice 17']);
});

test('A value of is_read that is neither true nor false is refused', async () => {
  const { agent } = await newReader();
  const call = { key: agent.key, params: { id: agent.id }, query: { is_read: '1' } };
  const { status, body } = await api.call('listMessages', call);
  expect([status, body.error.message]).toEqual([400, 'is_read: true or false']);
});

test('A thread has the texts of its messages if asked for, from the newest one back as far as a response holds them', async () => {
  const { agent, receive } = await newReader();
  const large = 'word '.repeat(80_000);
  await receive({ Subject: 'plan', 'Message-ID': '<one@example.com>' }, 'first');
  await receive({ Subject: 'Re: plan', 'Message-ID': '<two@example.com>', References: '<one@example.com>' }, large);
  await receive({ Subject: 'Re: plan', 'Message-ID': '<three@example.com>', References: '<one@example.com>' }, large);
  const last = { Subject: 'Re: plan', 'Message-ID': '<four@example.com>', References: '<one@example.com>' };
  await receive(last, 'agreed\r\n\r\n> will you come?');
  const { body: list } = await api.call('listThreads', { key: agent.key, params: { id: 'me' } });
  const params = { id: 'me', tid: list.threads[0]?.id ?? '' };
  const messages = async (query: Record<string, string>) => {
    const { status, body } = await api.call('getThread', { key: agent.key, params, query });
    expect(status, JSON.stringify(body)).toBe(200);
    return body.messages;
  };
  const [first, second, third, fourth] = await messages({ include: 'text' });
  expect(fourth).toMatchObject({
    text: expect.stringContaining('> will you come?'),
    extracted_text: 'agreed',
    links: [],
  });
  expect(third?.text?.trimEnd()).toBe(large.trimEnd());
  expect(['text', 'links'].flatMap((field) => [second, first].map((one) => Object.hasOwn(one ?? {}, field)))).toEqual(
    Array(4).fill(false),
  );
  for (const message of await messages({})) expect(message).not.toHaveProperty('text');
});
