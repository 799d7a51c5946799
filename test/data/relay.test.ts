import { SendMessageBatchCommand } from '@aws-sdk/client-sqs';
import { describe, expect, test, vi } from 'vitest';
import { handler } from '#functions/workers/relay/index.ts';
import { PREFIX } from '#shared/data/table.ts';
import type { Row } from '#shared/data/table-client.ts';
import { randomPart } from '#shared/domain/ids/ids.ts';
import { logger } from '#shared/runtime/log.ts';
import { useEngine } from '../support/engine.ts';
import { recordOf, useRelayHarness } from '../support/relay-harness.ts';
import { verifyOrganization } from '../support/verify-organization.ts';

const engine = useEngine();
const { sqs, call, sent, tenant, sendMail, append, committed, deliveries } = useRelayHarness(engine);

/** What the relay logs from now on, and the metrics that it publishes. */
function logged() {
  const lines: { message: string; fields: Record<string, unknown> }[] = [];
  for (const level of ['info', 'error'] as const) {
    vi.spyOn(logger, level).mockImplementation((message, fields = {}) => void lines.push({ message, fields }));
  }
  const metrics = vi.spyOn(process.stdout, 'write').mockImplementation(() => true);
  return {
    fieldsOf: (message: string) => lines.filter((line) => line.message === message).map(({ fields }) => fields),
    metrics: () => metrics.mock.calls.map(([line]) => JSON.parse(String(line)) as Record<string, unknown>),
  };
}

describe('a record that can never be relayed', () => {
  const entry = (organizationId: string, more: object): Row => {
    const id = randomPart();
    const key = { pk: `${PREFIX.outbox}${organizationId}`, sk: id };
    return { ...key, id, organizationId, createdAt: Date.now(), ...more };
  };

  test.each([
    ['an outbox entry of an unknown kind', { kind: 'telegram' }, /no such kind of outbox entry: telegram/],
    ['an outbox entry without a kind', {}, /has no string 'kind'/],
    ['a replay of an event that does not exist', { kind: 'replay', eventId: 'evt_1', late: {} }, /does not exist/],
    ['a step of a task that does not exist', { kind: 'task_push', taskId: 'tsk_1', seq: 1, base: 1 }, /task .* not/],
  ])('The relay sets %s aside with its key, and relays the records after it', async (_, more, error) => {
    const one = await tenant();
    await sendMail(one);
    const bad = entry(one.id, more);
    const records = [bad, ...(await committed(one.id))].map((row, index) => recordOf(row, String(index)));
    expect(await handler({ Records: records })).toEqual({ batchItemFailures: [] });
    expect(sent('relay-failures')).toEqual([{ pk: bad.pk, sk: bad.sk, error: expect.stringMatching(error) }]);
    expect(sent('outbound-mail')).toHaveLength(1);
    expect(sent('delivery').length).toBe((await deliveries(one.id)).length);
  });

  test('The relay sets an event with a malformed row aside', async () => {
    const row = { pk: `${PREFIX.event}org_1`, sk: '01', id: 'evt_1', createdAt: 1 };
    expect(await handler({ Records: [recordOf(row, '1')] })).toEqual({ batchItemFailures: [] });
    expect(sent('relay-failures')).toEqual([expect.objectContaining({ pk: row.pk, sk: row.sk })]);
  });

  test('A failure that may pass is not set aside: the stream repeats the record', async () => {
    const one = await tenant();
    await sendMail(one);
    const rows = await committed(one.id);
    sqs.on(SendMessageBatchCommand).rejects(Object.assign(new Error('down'), { name: 'ServiceUnavailable' }));
    const log = logged();
    const records = rows.map((row, index) => recordOf(row, String(index)));
    const firstWithJobs = rows.findIndex(({ pk }) => pk.startsWith(PREFIX.outbox));
    expect(await handler({ Records: records })).toEqual({
      batchItemFailures: [{ itemIdentifier: String(firstWithJobs) }],
    });
    expect(sent('relay-failures')).toEqual([]);
    expect(log.fieldsOf('record failed')).toEqual([{ error: expect.objectContaining({ message: 'down' }) }]);
    expect(log.fieldsOf('relayed')).toEqual([]);
    expect(log.metrics()).toEqual([expect.objectContaining({ WorkerFailures: 1, service: 'aid-test-workers' })]);
  });

  test('A record is logged as relayed once its queue has accepted it, also when the queue of a later one refuses', async () => {
    const one = await tenant();
    await sendMail(one);
    const [mail] = (await committed(one.id)).filter(({ kind }) => kind === 'mail');
    if (mail === undefined) throw new Error('no outbox entry');
    const check = entry(one.id, { kind: 'domain_check', domainId: 'dom_1' });
    sqs
      .on(SendMessageBatchCommand, { QueueUrl: 'https://queue.test/domain-checks' })
      .resolves({ Successful: [], Failed: [{ Id: '0', Code: 'AccessDenied', SenderFault: true }] });
    const log = logged();
    const records = [mail, check].map((row, index) => recordOf(row, String(index)));
    expect(await handler({ Records: records })).toEqual({ batchItemFailures: [{ itemIdentifier: '1' }] });
    expect(sent('outbound-mail')).toHaveLength(1);
    expect(log.fieldsOf('relayed')).toEqual([expect.objectContaining({ outbox_id: mail.id })]);
    expect(log.fieldsOf('record failed')).toHaveLength(1);
  });
});

test('Each endpoint is a message group of its own if the owner is verified, and otherwise they are one group', async () => {
  const one = await tenant();
  await call('createWebhook', { key: one.key, body: { url: 'https://receiver.example/second' } });
  const groups = async () => {
    sqs.resetHistory();
    await append(one.id);
    const events = (await committed(one.id)).filter(({ pk }) => pk.startsWith(PREFIX.event));
    await handler({ Records: [recordOf(events.at(-1) as Row, '1')] });
    return sqs
      .commandCalls(SendMessageBatchCommand)
      .flatMap(({ args }) => args[0].input.Entries ?? [])
      .map(({ MessageGroupId }) => MessageGroupId);
  };
  expect(await groups()).toEqual([one.id, one.id]);
  await verifyOrganization(engine.table, one.id);
  expect(await groups()).toEqual([expect.stringMatching(/^whk_/), expect.stringMatching(/^whk_/)]);
});
