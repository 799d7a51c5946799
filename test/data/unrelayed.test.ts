import { PutCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { expect, test } from 'vitest';
import { handler } from '#functions/workers/relay/index.ts';
import { UnrelayedFinder } from '#scripts/relay/find-unrelayed.ts';
import { relayAgain } from '#scripts/relay/relay-again.ts';
import { acquireAttemptLease, recordOutcome } from '#shared/data/direct-writes/delivery-attempt.ts';
import { waitForBudget } from '#shared/data/direct-writes/waiting-delivery.ts';
import { messageKey } from '#shared/data/entities/mail/message.ts';
import { PREFIX } from '#shared/data/table.ts';
import type { Row } from '#shared/data/table-client.ts';
import { decideRetry } from '#shared/domain/delivery/delivery.ts';
import { randomPart } from '#shared/domain/ids/ids.ts';
import { useEngine } from '../support/engine.ts';

import { recordOf, useRelayHarness } from '../support/relay-harness.ts';

const engine = useEngine();
const { sqs, call, sent, tenant, sendMail, append, committed, deliveries } = useRelayHarness(engine);

async function unrelayed(organizationId: string, now = Date.now()): Promise<[Row, string][]> {
  const finder = new UnrelayedFinder(engine.table, { now, changedEndpoints: false });
  const found: [Row, string][] = [];
  for (const row of await committed(organizationId)) {
    const finding = await finder.check(row);
    if (finding !== undefined) found.push([row, finding]);
  }
  return found;
}

test('An event and an email that the relay never saw are found, relayed again, and not found any more', async () => {
  const one = await tenant();
  const messageId = await sendMail(one);
  await append(one.id);
  const found = await unrelayed(one.id);
  expect(found.map(([, finding]) => finding).sort()).toEqual(
    [...found.slice(1).map(() => 'delivery missing'), 'mail never attempted'].sort(),
  );
  expect(found.length).toBeGreaterThan(1);

  expect(
    await relayAgain(
      found.map(([row]) => row),
      handler,
    ),
  ).toEqual([]);
  const requestId = expect.stringMatching(/./);
  expect(sent('outbound-mail')).toEqual([{ organizationId: one.id, identityId: one.agent.id, messageId, requestId }]);
  const created = await deliveries(one.id);
  expect(
    sent('delivery')
      .map(({ deliveryId }) => deliveryId)
      .sort(),
  ).toEqual(created.map(({ id }) => id).sort());

  // The jobs were made; now their workers begin.
  for (const job of sent('delivery')) {
    await acquireAttemptLease(engine.table, job, { id: 'lease', until: Date.now() + 1000, now: Date.now() });
  }
  await engine.table.client.send(
    new UpdateCommand({
      TableName: engine.table.name,
      Key: messageKey(one.agent.id, messageId),
      UpdateExpression: 'ADD sendAttempts :one',
      ExpressionAttributeValues: { ':one': 1 },
    }),
  );
  expect(await unrelayed(one.id)).toEqual([]);
});

test('A delivery with a lost job is found, because no worker has attempted it', async () => {
  const one = await tenant();
  await append(one.id);
  const rows = await committed(one.id);
  await handler({ Records: rows.map((row, index) => recordOf(row, String(index))) });
  const found = await unrelayed(one.id);
  expect(new Set(found.map(([, finding]) => finding))).toEqual(new Set(['delivery never attempted']));
  sqs.resetHistory();
  expect(
    await relayAgain(
      found.map(([row]) => row),
      handler,
    ),
  ).toEqual([]);
  expect(sent('delivery')).toHaveLength((await deliveries(one.id)).length);
});

test('A delivery that waits for the budget of its organization was relayed', async () => {
  const one = await tenant();
  await append(one.id);
  const rows = await committed(one.id);
  await handler({ Records: rows.map((row, index) => recordOf(row, String(index))) });
  const now = Date.now();
  for (const job of sent('delivery')) {
    const claim = await acquireAttemptLease(engine.table, job, { id: 'lease', until: now + 1000, now });
    if (!claim.acquired) throw new Error('the attempt was not claimed');
    await waitForBudget(engine.table, claim.delivery, { reason: 'waits', until: now + 1000, bytes: 1 }, now);
  }
  expect(await unrelayed(one.id)).toEqual([]);
});

test('A replay that was never relayed is found until it has restarted the delivery', async () => {
  const one = await tenant();
  await append(one.id);
  const [event] = (await committed(one.id)).filter(({ pk }) => pk.startsWith(PREFIX.event));
  await handler({ Records: [recordOf(event as Row, '1')] });
  const [job] = sent('delivery');
  const claim = await acquireAttemptLease(engine.table, job, { id: 'lease', until: Date.now(), now: Date.now() });
  if (!claim.acquired) throw new Error('the attempt was not claimed');
  const outcome = { ok: true, responseStatus: 200, durationMs: 1 } as const;
  const decision = decideRetry(outcome, [], 1, 0, Date.now());
  await recordOutcome(engine.table, claim.delivery, outcome, decision, { now: Date.now(), retentionMs: 1e9 });
  await new Promise((resolve) => setTimeout(resolve, 5));
  await call('replayEvent', { key: one.key, params: { id: String((event as Row).id) } });
  const replays = async () => (await unrelayed(one.id)).filter(([row]) => row.kind === 'replay');
  const found = await replays();
  expect(found).toHaveLength(1);
  expect(
    await relayAgain(
      found.map(([row]) => row),
      handler,
    ),
  ).toEqual([]);
  expect((await replays()).map(([, finding]) => finding)).toEqual(['delivery never attempted']);
});

test('An endpoint that was changed after the event counts only on demand', async () => {
  const one = await tenant();
  await append(one.id);
  await new Promise((resolve) => setTimeout(resolve, 5));
  const { body } = await call('listWebhooks', { key: one.key });
  const id = String(body.webhooks[0]?.id);
  const updated = await call('updateWebhook', {
    key: one.key,
    params: { id },
    body: { url: 'https://other.example/hook' },
  });
  expect(updated.status, JSON.stringify(updated.body)).toBe(200);
  expect(await unrelayed(one.id)).toEqual([]);
  const finder = new UnrelayedFinder(engine.table, { now: Date.now(), changedEndpoints: true });
  const findings = await Promise.all((await committed(one.id)).map((row) => finder.check(row)));
  expect(findings).toContain('delivery missing');
});

test('A code that is no longer valid is not mailed again', async () => {
  const created = Date.now();
  const id = randomPart();
  const row = { pk: `${PREFIX.outbox}org_code`, sk: id, id, organizationId: 'org_code', createdAt: created };
  const mail = { kind: 'code_mail', purpose: 'signup', to: 'ada@example.com', sealedCode: 'x', minutes: 15 };
  await engine.table.client.send(
    new PutCommand({ TableName: engine.table.name, Item: { ...row, ...mail, organizationName: 'x' } }),
  );
  expect((await unrelayed('org_code', created + 14 * 60_000)).map(([, finding]) => finding)).toEqual([
    'mail never attempted',
  ]);
  expect(await unrelayed('org_code', created + 16 * 60_000)).toEqual([]);
});

test('A notice that was never attempted is mailed again, and an entry without one is not', async () => {
  const notice = { to: 'ada@example.com', organizationName: 'x', webhookId: 'whk_1', reason: 'gone', days: 5 };
  const id = randomPart();
  const row = { pk: `${PREFIX.outbox}org_notice`, id, organizationId: 'org_notice', createdAt: Date.now() };
  const put = (more: object) =>
    engine.table.client.send(
      new PutCommand({ TableName: engine.table.name, Item: { ...row, sk: id, kind: 'noop', ...more } }),
    );
  await put({});
  expect(await unrelayed('org_notice')).toEqual([]);
  await put({ notice });
  expect((await unrelayed('org_notice')).map(([, finding]) => finding)).toEqual(['mail never attempted']);
  await put({ notice, attempts: 1 });
  expect(await unrelayed('org_notice')).toEqual([]);
});

test('Rows that the relay cannot relay now are returned, and the others are relayed', async () => {
  const one = await tenant();
  await append(one.id);
  const rows = (await committed(one.id)).slice(0, 1);
  const calls: number[] = [];
  const failing = await relayAgain([...rows, ...rows], async ({ Records }) => {
    calls.push(Records.length);
    return { batchItemFailures: Records.length > 1 ? [{ itemIdentifier: '1' }] : [{ itemIdentifier: '0' }] };
  });
  expect(failing).toEqual(rows);
  expect(calls).toEqual([2, 1, 1]);
});
