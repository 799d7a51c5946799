import { beforeAll, describe, expect, test } from 'vitest';
import type { OutboxEntry } from '#shared/data/entities/log/outbox.ts';
import { putSuppression, suppressedAmong } from '#shared/data/entities/mail/suppression.ts';
import type { Table } from '#shared/data/table-client.ts';
import { commit } from '#shared/data/unit-of-work.ts';
import type { LoggedEvent } from '#shared/domain/log/events.ts';
import { HOUR, SECOND } from '#shared/domain/time/time.ts';
import { useEngine } from '../support/engine.ts';
import { InProcessApi } from '../support/in-process-api.ts';
import { withTransactions } from '../support/intercepted-table.ts';
import { ops, stageWith } from '../support/ops-harness.ts';
import { outboxOf } from '../support/outbox.ts';

const engine = useEngine();
let api: InProcessApi;

beforeAll(() => {
  api = new InProcessApi(engine.table);
});

const stage = (table: Table = engine.table) => stageWith({ table: async () => table });
const iso = (time: number) => new Date(time).toISOString();

/** Appends an event at a time. */
function append(organizationId: string, at: number, type: 'mail.sent' | 'mail.received' = 'mail.sent') {
  const ids = { messageId: 'msg_1', threadId: 'thr_1' };
  const event = { identityId: null, aggregateId: 'msg_1' };
  return commit<LoggedEvent>(
    engine.table,
    {
      build: (tx) =>
        type === 'mail.sent'
          ? tx.appendEvent(organizationId, { ...event, type, payload: ids })
          : tx.appendEvent(organizationId, { ...event, type, payload: { ...ids, from: 'a@b.example', subject: 'x' } }),
    },
    { now: () => at },
  );
}

/** An organization that was created an hour ago, so that events can be appended at times of the past. */
async function oldOrganization() {
  const began = Date.now() - HOUR;
  api.now = () => began - SECOND;
  const organization = await api.organization();
  api.now = Date.now;
  return { ...organization, began };
}

/** An organization with an event each second from `began` on, and an endpoint that was registered after them. */
async function tenant(count: number) {
  const organization = await oldOrganization();
  const { began } = organization;
  const events: LoggedEvent[] = [];
  for (let index = 0; index < count; index++) events.push(await append(organization.id, began + index * SECOND));
  await api.call('createWebhook', { key: organization.key, body: { url: 'https://receiver.example/hook' } });
  return { ...organization, events };
}

type Replay = Extract<OutboxEntry, { kind: 'replay' }>;

async function replaysOf(organizationId: string): Promise<Replay[]> {
  const entries = (await outboxOf(engine.table, organizationId)).filter((entry) => entry.kind === 'replay');
  return entries.sort((a, b) => a.createdAt - b.createdAt);
}

const idsOf = (events: readonly LoggedEvent[]) => events.map(({ id }) => id);
const replayedIds = async (organizationId: string) => (await replaysOf(organizationId)).map(({ eventId }) => eventId);

describe('ops replay', () => {
  test('A dry run counts the events by type and replays none', async () => {
    const { id, began } = await tenant(3);
    const { code, out } = await ops(
      stage(),
      ...['replay', id, '--from', iso(began), '--to', iso(began + 3 * SECOND), '--json'],
    );
    expect(code).toBe(0);
    const { rows, notes } = JSON.parse(out);
    expect(rows).toEqual([{ type: 'mail.sent', events: 3 }]);
    expect(notes[0]).toMatch(/^3 events of org_\S+ would be replayed, in about 1 s/);
    expect(await replaysOf(id)).toEqual([]);
  });

  test('The events from --from up to --to are replayed in order, the last one excluded', async () => {
    const { id, began, events } = await tenant(5);
    const range = ['--from', iso(began + SECOND), '--to', iso(began + 4 * SECOND), '--rate', '20'];
    const { code, out } = await ops(stage(), 'replay', id, ...range, '--yes');
    expect([code, out]).toEqual([0, expect.stringContaining(`3 events of ${id} replayed`)]);
    expect(await replayedIds(id)).toEqual(idsOf(events.slice(1, 4)));
  });

  test('A replay writes what the operation of the API writes', async () => {
    const { id, key, began, events } = await tenant(1);
    await ops(stage(), 'replay', id, '--from', iso(began), '--to', iso(began + SECOND), '--yes');
    const reply = await api.call('replayEvent', { key, params: { id: events[0]?.id ?? '' } });
    expect(reply.body).toMatchObject({ replayed: true });
    const [byCommand, byApi] = await replaysOf(id);
    expect(Object.keys(byCommand?.late ?? {})).toHaveLength(1);
    const own = { id: '', sk: '', createdAt: 0, expires_at: 0, requestId: '' };
    expect({ ...byCommand, ...own }).toEqual({ ...byApi, ...own });
  });

  test('After a failure the command says where to continue, and nothing is replayed twice or left out', async () => {
    const { id, began, events } = await tenant(5);
    let transactions = 0;
    const failing = withTransactions(engine.table, async () => {
      transactions += 1;
      if (transactions > 2) throw new Error('the table is gone');
    });
    const to = ['--to', iso(began + HOUR / 2), '--rate', '100', '--yes'];
    const first = await ops(stage(failing), 'replay', id, '--from', iso(began), ...to);
    expect(first.code).toBe(1);
    expect(first.out).toContain(`2 events of ${id} replayed`);
    expect(first.out).toContain('failed: the table is gone');
    const [, next = ''] = /continue with --from (\S+)/.exec(first.out) ?? [];
    const second = await ops(stage(), 'replay', id, '--from', next, ...to);
    expect([second.code, second.out]).toEqual([0, expect.stringContaining(`3 events of ${id} replayed`)]);
    expect(await replayedIds(id)).toEqual(idsOf(events));
  });

  test('Only events of the type are replayed', async () => {
    const { id, began } = await oldOrganization();
    await append(id, began);
    const received = await append(id, began + SECOND, 'mail.received');
    const range = ['--from', iso(began), '--to', iso(began + HOUR / 2)];
    await ops(stage(), 'replay', id, ...range, '--type', 'mail.received', '--yes');
    expect(await replayedIds(id)).toEqual([received.id]);
    const other = await ops(stage(), 'replay', id, ...range, '--type', 'x');
    expect([other.code, other.error]).toEqual([2, expect.stringContaining('--type: no such type of event: x')]);
  });

  test('A range that ends now is refused, because earlier events may still be written into it', async () => {
    const { id } = await api.organization();
    const { code, error } = await ops(stage(), 'replay', id, '--from', iso(Date.now() - HOUR), '--to', iso(Date.now()));
    expect([code, error]).toEqual([2, expect.stringContaining('because later events may still be written')]);
  });

  test('An organization that does not exist is refused, and so is a text that is no id', async () => {
    const range = ['--from', '2026-11-01', '--to', '2026-11-02'];
    const missing = await ops(stage(), 'replay', 'org_01M7YKTVS15919WMJ3212QAMWP', ...range);
    expect([missing.code, missing.error]).toEqual([1, expect.stringContaining('no organization org_01M7')]);
    expect((await ops(stage(), 'replay', 'org_x', ...range)).code).toBe(2);
    expect((await ops(stage(), 'replay', 'org_01M7YKTVS15919WMJ3212QAMWP')).code).toBe(2);
  });
});

describe('ops unsuppress --organization', () => {
  test('The address is taken off the list of that organization only, in any case of its letters', async () => {
    const [one, other] = [await api.organization(), await api.organization()];
    const suppression = { address: 'Ada@example.com', reason: 'bounce' as const, messageId: 'msg_1', createdAt: 1000 };
    for (const { id } of [one, other]) {
      await commit(engine.table, { build: (tx) => tx.put(putSuppression(id, suppression)) }, { now: Date.now });
    }
    const withSes = { ...stage(), ses: { send: async () => Promise.reject(notFound()) } as never };
    const dry = await ops(withSes, 'unsuppress', 'ada@example.com', '--organization', one.id);
    expect(dry.out).toMatch(new RegExp(`${one.id} +bounce +1970-01-01T00:00:01.000Z`));
    expect(await suppressedAmong(engine.table, [one.id], ['ada@example.com'])).toHaveLength(1);
    await ops(withSes, 'unsuppress', 'ada@example.com', '--organization', one.id, '--yes');
    expect(await suppressedAmong(engine.table, [one.id], ['ada@example.com'])).toEqual([]);
    expect(await suppressedAmong(engine.table, [other.id], ['ada@example.com'])).toHaveLength(1);
  });
});

test('ops unsuppress --agent takes an address off the list of one agent, and asks SES nothing', async () => {
  const { key } = await api.organization();
  const [one, other] = [await api.agent(key), await api.agent(key)];
  const unsubscribed = {
    address: 'ada@example.com',
    reason: 'unsubscribe' as const,
    messageId: 'msg_1',
    createdAt: 1000,
  };
  for (const { id } of [one, other]) {
    await commit(engine.table, { build: (tx) => tx.put(putSuppression(id, unsubscribed)) }, { now: Date.now });
  }
  const suppressed = async ({ id }: { id: string }) =>
    (await suppressedAmong(engine.table, [id], ['ada@example.com'])).length;
  const dry = await ops(stage(), 'unsuppress', 'ada@example.com', '--agent', one.id);
  expect(dry.out).toMatch(new RegExp(`${one.id} +unsubscribe +1970-01-01T00:00:01.000Z`));
  expect(await suppressed(one)).toBe(1);
  const done = await ops(stage(), 'unsuppress', 'Ada@example.com', '--agent', one.id, '--yes');
  expect(done.out).toContain(`Ada@example.com was taken off the list of ${one.id}`);
  expect([await suppressed(one), await suppressed(other)]).toEqual([0, 1]);
  expect((await ops(stage(), 'unsuppress', 'ada@example.com', '--agent', one.id)).out).toContain('is not suppressed');
  expect((await ops(stage(), 'unsuppress', 'ada@example.com', '--agent', 'agt_x')).code).toBe(2);
});

test('The address is taken off the list of the organization’s tenant in SES too, and off no other tenant’s', async () => {
  const { id } = await api.organization();
  const calls: { name: string; input: object }[] = [];
  const send = async (command: { constructor: { name: string }; input: { TenantName?: string } }) => {
    calls.push({ name: command.constructor.name, input: command.input });
    if (command.input.TenantName === undefined) throw notFound();
    return { SuppressedDestination: { EmailAddress: 'ada@example.com', Reason: 'COMPLAINT' } };
  };
  const withSes = { ...stage(), ses: { send } as never };
  const { out } = await ops(withSes, 'unsuppress', 'ada@example.com', '--organization', id, '--yes');
  expect(out).toContain('ada@example.com was taken off the list of organization (SES)');
  expect(calls.filter(({ name }) => name === 'DeleteSuppressedDestinationCommand')).toEqual([
    { name: 'DeleteSuppressedDestinationCommand', input: { EmailAddress: 'ada@example.com', TenantName: id } },
  ]);
});

const notFound = () => Object.assign(new Error('none'), { name: 'NotFoundException' });
