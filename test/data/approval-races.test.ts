import { expect, test } from 'vitest';
import { putSuppression } from '#shared/data/entities/mail/suppression.ts';
import type { Table } from '#shared/data/table-client.ts';
import { commit } from '#shared/data/unit-of-work.ts';
import { MINUTE } from '#shared/domain/time/time.ts';
import { useApprovals } from '../support/approval-harness.ts';
import { useEngine } from '../support/engine.ts';
import { InProcessApi } from '../support/in-process-api.ts';
import { withReads, withTransactions } from '../support/intercepted-table.ts';

const engine = useEngine();
const { office, sent, api } = useApprovals(engine);

/** The API in another process, with a table of its own. */
function apiOn(table: Table): InProcessApi {
  const other = new InProcessApi(table, api().limits, api().services.keyring);
  other.now = () => api().now();
  return other;
}

/** The statuses of all decided events: each approval has one. */
const decided = async (made: Awaited<ReturnType<typeof office>>) =>
  (await made.events()).filter(({ type }) => type === 'approval.decided').map(({ payload }) => payload.status);

test('Of people who approve the same email at once, each gets the approval, and it is sent once', async () => {
  const made = await office({ mail: 'always' });
  const { messageId, approval } = await made.held();
  const body = { content_hash: approval.content_hash };
  const replies = await Promise.all(Array.from({ length: 4 }, () => made.approve(approval.id, body)));
  expect(replies.map(({ status, body: { status: of } }) => [status, of])).toEqual(
    Array.from({ length: 4 }, () => [200, 'approved']),
  );
  await made.deliver(messageId);
  await made.deliver(messageId);
  expect(sent()).toHaveLength(1);
  expect(await decided(made)).toEqual(['approved']);
});

test('Of an approval and a denial at once one is refused, and the email is sent if the approval was first', async () => {
  const made = await office({ mail: 'always' });
  for (let round = 0; round < 3; round++) {
    const { messageId, approval } = await made.held({ text: `round ${round}` });
    const before = sent().length;
    const [approved, denied] = await Promise.all([
      made.approve(approval.id, { content_hash: approval.content_hash }),
      made.deny(approval.id),
    ]);
    expect([approved.status, denied.status].sort()).toEqual([200, 409]);
    await made.deliver(messageId);
    expect(sent().length - before).toBe(approved.status === 200 ? 1 : 0);
    expect((await made.message(messageId)).status).toBe(approved.status === 200 ? 'sent' : 'denied');
  }
  expect(await decided(made)).toHaveLength(3);
});

test('Of two edits at once one is sent, and the other approver gets an error', async () => {
  const made = await office({ mail: 'always' });
  const { messageId, approval } = await made.held();
  const edit = (text: string) =>
    made.approve(approval.id, { content_hash: approval.content_hash, edits: { text, subject: text } });
  const replies = await Promise.all([edit('one'), edit('two')]);
  expect(replies.map(({ status }) => status).sort()).toEqual([200, 409]);
  expect(replies.find(({ status }) => status === 409)?.body.error.code).toBe('approval.changed');
  await made.deliver(messageId);
  const winner = replies[0]?.status === 200 ? 'one' : 'two';
  expect(sent().map(({ raw }) => /Subject: (\w+)/.exec(raw)?.[1])).toEqual([winner]);
});

test('An edit and the original, approved at once: one of them is sent, and only its approver gets the approval', async () => {
  const made = await office({ mail: 'always' });
  const { messageId, approval } = await made.held();
  const body = { content_hash: approval.content_hash };
  const [edited, plain] = await Promise.all([
    made.approve(approval.id, { ...body, edits: { subject: 'Edited' } }),
    made.approve(approval.id, body),
  ]);
  expect([edited.status, plain.status].sort()).toEqual([200, 409]);
  await made.deliver(messageId);
  expect(sent().map(({ raw }) => raw.includes('Subject: Edited'))).toEqual([edited.status === 200]);
});

test('An approval and a suspension at once: the email is sent only if the approval was first', async () => {
  const made = await office({ mail: 'always' });
  const { messageId, approval } = await made.held();
  const [approved, suspended] = await Promise.all([
    made.approve(approval.id, { content_hash: approval.content_hash }),
    made.suspend(),
  ]);
  expect(suspended.status).toBe(200);
  expect([200, 409]).toContain(approved.status);
  expect(await made.deliver(messageId)).toBe(approved.status === 200);
  expect((await made.read(approval.id)).status).toBe(approved.status === 200 ? 'approved' : 'canceled');
});

test.each(['approveAction', 'denyAction'] as const)(
  'What readers have seen canceled by a suspension stays so, also if %s has read it before',
  async (name) => {
    const made = await office({ mail: 'always' });
    const { approval } = await made.held();
    let seen: unknown;
    const late = withTransactions(engine.table, async () => {
      if (seen !== undefined) return;
      await made.suspend();
      seen = (await made.read(approval.id)).status;
    });
    const body = name === 'approveAction' ? { content_hash: approval.content_hash } : {};
    const call = { key: made.organization.key, params: { id: approval.id }, body };
    const { status, body: reply } = await apiOn(late).call(name, call);
    expect([seen, status, reply.error.code]).toEqual(['canceled', 409, 'approval.closed']);
    expect((await made.read(approval.id)).status).toBe('canceled');
  },
);

test.each(['approveAction', 'denyAction'] as const)(
  'What readers have seen expired stays so, also if %s has begun before',
  async (name) => {
    const made = await office({ mail: 'always', ttl_seconds: 300 });
    const { messageId, approval } = await made.held();
    let seen: unknown;
    const late = withReads(engine.table, async ({ input }, send) => {
      const result = await send();
      if (String(input.Key?.sk).startsWith('HELD#') && seen === undefined) {
        const expired = Date.now() + 6 * MINUTE;
        api().now = () => expired;
        seen = (await made.read(approval.id)).status;
      }
      return result;
    });
    const body = name === 'approveAction' ? { content_hash: approval.content_hash } : {};
    const call = { key: made.organization.key, params: { id: approval.id }, body };
    const { status, body: reply } = await apiOn(late).call(name, call);
    expect([seen, status, reply.error?.code]).toEqual(['expired', 409, 'approval.closed']);
    expect((await made.read(approval.id)).status).toBe('expired');
    expect(await made.deliver(messageId)).toBe(false);
  },
);

test('An approval and a suppression of a recipient at once end as sent or failed, and as nothing else', async () => {
  const made = await office({ mail: 'always' });
  for (let round = 0; round < 3; round++) {
    const address = `ada${round}@example.com`;
    const { messageId, approval } = await made.held({ to: address });
    const suppression = putSuppression(made.organization.id, {
      address,
      reason: 'bounce',
      messageId,
      createdAt: Date.now(),
    });
    const before = sent().length;
    const [approved] = await Promise.all([
      made.approve(approval.id, { content_hash: approval.content_hash }),
      commit(engine.table, { build: (tx) => tx.put(suppression) }, { now: Date.now }),
    ]);
    expect(approved.status).toBe(200);
    await made.deliver(messageId);
    const { status } = await made.message(messageId);
    expect([approved.body.status, status, sent().length - before]).toEqual(
      approved.body.status === 'approved' ? ['approved', 'sent', 1] : ['failed', 'failed', 0],
    );
  }
});

test('The same email sent many times at once is held once', async () => {
  const made = await office({ mail: 'always' });
  const replies = await Promise.all(Array.from({ length: 5 }, () => made.send()));
  expect(new Set(replies.map(({ body }) => body.approval_id)).size).toBe(1);
  expect((await made.events()).map(({ type }) => type)).toEqual(['approval.requested']);
});
