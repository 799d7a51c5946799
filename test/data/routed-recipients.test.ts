import { beforeAll, expect, test, vi } from 'vitest';
import { metrics } from '#shared/runtime/log.ts';
import { useEngine } from '../support/engine.ts';
import { HookApi, hookOrganization } from '../support/hook-api.ts';
import { InProcessApi } from '../support/in-process-api.ts';
import { submittedMail } from '../support/mail-signature.ts';
import { memoryBucket } from '../support/memory-bucket.ts';
import { receiveMails } from '../support/receive-mails.ts';

vi.hoisted(() => {
  process.env.POWERTOOLS_METRICS_DISABLED = 'true';
});

const engine = useEngine();
let api: InProcessApi;

beforeAll(() => {
  api = new InProcessApi(engine.table);
  memoryBucket();
  process.env.INBOUND_TOPICS = '[]';
});

const RAW = Buffer.from('From: ada@example.com\r\nMessage-ID: <one@example.com>\r\nSubject: hello\r\n\r\ntext');

/** What is counted while `work` runs: each metric with its sum. */
async function countedBy(work: () => Promise<unknown>): Promise<Record<string, number>> {
  const add = vi.spyOn(metrics, 'addMetric');
  await work();
  const sums: Record<string, number> = {};
  for (const [name, , value] of add.mock.calls) if (name.startsWith('Mail_')) sums[name] = (sums[name] ?? 0) + value;
  add.mockRestore();
  return sums;
}

const DOORS = ['SES', 'the inbound hook'] as const;

test.each(DOORS)('Mail from %s reaches each mailbox once, and each recipient without one is counted', async (door) => {
  const { account, agent, address, key, messages } = await hookOrganization(api);
  const second = await api.agent(key);
  const to = [
    address,
    address.replace('@', '+tag@'),
    address.toUpperCase(),
    `${second.handle}@agents.test`,
    'unknown@agents.test',
    'x@elsewhere.example',
  ];
  const arrive = () =>
    door === 'SES'
      ? receiveMails({ to, raw: RAW, id: agent.id })
      : new HookApi(api).submit(account, [submittedMail(to, { id: 'one@example.com' })]);
  expect(await countedBy(arrive)).toEqual({ Mail_unroutable: 2, Mail_ingested: 2 });
  expect(await countedBy(arrive)).toEqual({ Mail_unroutable: 2, Mail_repeated: 2 });
  expect([await messages(), await messages(second)].map((list) => list.length)).toEqual([1, 1]);
});
