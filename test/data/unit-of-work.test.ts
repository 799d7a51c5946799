import { describe, expect, test } from 'vitest';
import { check, insert, put, remove, replaceVersion, update } from '#shared/data/change.ts';
import { anyRow } from '#shared/data/decode-row.ts';
import { eventOfRow, findEvent } from '#shared/data/entities/log/event.ts';
import { getRow } from '#shared/data/table-client.ts';
import type { NewEvent, TransactionBuilder } from '#shared/data/transaction-builder.ts';
import { commit, StaleReadError } from '#shared/data/unit-of-work.ts';
import { webhookBody } from '#shared/domain/delivery/webhook-body.ts';
import { AppError } from '#shared/domain/errors/errors.ts';
import { makeId, randomPart } from '#shared/domain/ids/ids.ts';
import type { LoggedEvent } from '#shared/domain/log/events.ts';
import { useEngine } from '../support/engine.ts';
import { eventsOf, followLog, tombstonesOf } from '../support/event-log.ts';

const engine = useEngine();
const now = Date.now;
const newOrganization = () => makeId('organization', Date.now(), randomPart());

const sent = (mark: string): NewEvent<'mail.sent'> => ({
  type: 'mail.sent',
  identityId: null,
  aggregateId: mark,
  payload: { messageId: mark, threadId: 'thr_1' },
});

const append = (organizationId: string, mark: string) =>
  commit(engine.table, { build: (tx) => tx.appendEvent(organizationId, sent(mark)) }, { now });

describe('the event log under concurrent writers', () => {
  test('Every event is in the log once, times increase strictly, and two followers see all events in order', async () => {
    const organizationId = newOrganization();
    const marks = Array.from({ length: 8 }, (_, writer) =>
      Array.from({ length: 25 }, (_, index) => `msg_${writer}_${index}`),
    );
    let writing = true;
    const followers = [1, 2].map(() => followLog(engine.table, organizationId, 200, () => !writing));
    const writers = marks.map(async (own) => {
      const logged: LoggedEvent[] = [];
      for (const mark of own) logged.push(await append(organizationId, mark));
      return logged;
    });
    const written = (await Promise.all(writers)).flat();
    writing = false;
    const [first, second] = await Promise.all(followers);

    const log = await eventsOf(engine.table, organizationId);
    const oldestFirst = log.map((event) => event.id);
    expect(new Set(oldestFirst)).toEqual(new Set(written.map((event) => event.id)));
    expect(log.map((event) => event.aggregateId).sort()).toEqual(marks.flat().sort());
    log.slice(1).forEach((event, index) => {
      expect(event.createdAt).toBeGreaterThan(log[index]?.createdAt ?? Number.NaN);
    });
    expect(first?.map((event) => event.id)).toEqual(oldestFirst);
    expect(second?.map((event) => event.id)).toEqual(oldestFirst);
  });

  test('Several events of one commit take one millisecond each, in the order in which they were appended', async () => {
    const organizationId = newOrganization();
    const logged = await commit(
      engine.table,
      {
        build: (tx) => ['a', 'b', 'c'].map((mark) => tx.appendEvent(organizationId, sent(mark))),
      },
      { now: () => 1_800_000_000_000 },
    );
    expect(logged.map((event) => event.createdAt - 1_800_000_000_000)).toEqual([0, 1, 2]);
  });

  test('A writer with a slow clock does not write into the past', async () => {
    const organizationId = newOrganization();
    const early = await append(organizationId, 'early');
    const plan = {
      build: (s: TransactionBuilder) => s.appendEvent(organizationId, sent('late')),
    };
    const late = await commit(engine.table, plan, { now: () => early.createdAt - 60_000 });
    expect(late.createdAt).toBe(early.createdAt + 1);
  });

  test('A stored event is what was staged, is found by its id, and is missing for other organizations', async () => {
    const organizationId = newOrganization();
    const event = await append(organizationId, 'msg_1');
    const row = await findEvent(engine.table, organizationId, event.id);
    const found = row && (await eventOfRow(engine.table, row));
    expect(found).toEqual(event);
    // Byte for byte: a retry and a replay send the bytes of the first attempt.
    expect(webhookBody(found as LoggedEvent)).toBe(webhookBody(event));
    expect(await findEvent(engine.table, newOrganization(), event.id)).toBeUndefined();
    expect(await findEvent(engine.table, organizationId, 'evt_nonsense')).toBeUndefined();
  });
});

test('An event has the thread and the message that it was staged with, or null for each', async () => {
  const organizationId = newOrganization();
  const message = {
    ...{ id: 'msg_1', direction: 'outbound' as const, from: [{ address: 'agent@example.com' }] },
    ...{ subject: 'Lunch?', snippet: 'Pizza or soup?', has_attachments: false },
  };
  const staged = { ...sent('msg_1'), threadId: 'thr_1', message };
  const whole = await commit(engine.table, { build: (tx) => tx.appendEvent(organizationId, staged) }, { now });
  const plain = await append(organizationId, 'msg_2');
  expect([whole, plain]).toMatchObject([
    { threadId: 'thr_1', message },
    { threadId: null, message: null },
  ]);
});

describe('a plan over two organizations', () => {
  const both = (a: string, b: string, extra: (tx: TransactionBuilder) => void = () => {}) => ({
    build: (tx: TransactionBuilder) => {
      tx.appendEvent(a, sent('to-a'));
      tx.appendEvent(b, sent('to-b'));
      extra(tx);
    },
  });
  const marksIn = async (organizationId: string) =>
    (await eventsOf(engine.table, organizationId)).map((event) => event.aggregateId);

  test('A plan over two organizations appends to both logs', async () => {
    const [a, b] = [newOrganization(), newOrganization()];
    await commit(engine.table, both(a, b), { now });
    expect([await marksIn(a), await marksIn(b)]).toEqual([['to-a'], ['to-b']]);
  });

  test('A plan over two organizations appends to no log when a condition fails, and closes both tickets', async () => {
    const [a, b] = [newOrganization(), newOrganization()];
    const absent = { pk: 'TEST#absent', sk: 'x' };
    const failing = both(a, b, (tx) => tx.put(remove(absent, () => new AppError('resource.not_found'))));
    await expect(commit(engine.table, failing, { now })).rejects.toMatchObject({ code: 'resource.not_found' });
    for (const id of [a, b]) {
      expect(await marksIn(id)).toEqual([]);
      expect(await tombstonesOf(engine.table, id)).toHaveLength(1);
    }
  });

  test('Many concurrent plans over two organizations, named in either order, all succeed', async () => {
    const [a, b] = [newOrganization(), newOrganization()];
    await Promise.all(
      Array.from({ length: 16 }, (_, index) => commit(engine.table, index % 2 ? both(a, b) : both(b, a), { now })),
    );
    for (const id of [a, b]) expect(await marksIn(id)).toHaveLength(16);
  });

  test('A record of two organizations has a time of its own in both, and its events have the same time', async () => {
    const [a, b] = [newOrganization(), newOrganization()];
    const shared = {
      build: (tx: TransactionBuilder) => {
        const at = tx.nextTimestamp(a, b);
        tx.appendEvent(a, { ...sent('shared'), at });
        tx.appendEvent(b, { ...sent('shared'), at });
        return at;
      },
    };
    const [times] = await Promise.all([
      Promise.all(Array.from({ length: 16 }, () => commit(engine.table, shared, { now }))),
      ...[a, b].flatMap((id) => Array.from({ length: 16 }, () => append(id, 'own'))),
    ]);
    expect(new Set(times).size).toBe(16);
    for (const id of [a, b]) {
      const log = await eventsOf(engine.table, id);
      expect(log).toHaveLength(32);
      const ofShared = log.filter((event) => event.aggregateId === 'shared').map((event) => event.createdAt);
      expect(ofShared).toEqual([...times].sort((x, y) => x - y));
    }
  });
});

describe('a condition that fails', () => {
  const key = () => ({ pk: `TEST#${randomPart()}`, sk: 'x' });
  const stage = (...changes: Parameters<TransactionBuilder['put']>) =>
    commit(engine.table, { build: (tx) => tx.put(...changes) }, { now });

  test('A failed condition throws its own error, the first of several, and leaves no write behind', async () => {
    const [taken, fresh, missing] = [key(), key(), key()];
    await stage(insert({ ...taken, value: 1 }));
    const failing = stage(
      insert({ ...fresh, value: 2 }),
      insert({ ...taken, value: 3 }, () => new AppError('organization.slug_taken')),
      remove(missing, () => new AppError('resource.not_found')),
    );
    await expect(failing).rejects.toMatchObject({ code: 'organization.slug_taken' });
    expect(await getRow(engine.table, anyRow, fresh, { strong: true })).toBeUndefined();
    expect(await getRow(engine.table, anyRow, taken, { strong: true })).toEqual({ ...taken, value: 1 });
  });

  test('A failed condition that means a stale read makes the whole operation run again', async () => {
    const row = { ...key(), version: 1 };
    await stage(replaceVersion(row));
    await expect(stage(replaceVersion(row))).rejects.toBeInstanceOf(StaleReadError);
    await stage(replaceVersion({ ...row, version: 2 }));
    await expect(stage(replaceVersion({ ...row, version: 2 }))).rejects.toBeInstanceOf(StaleReadError);
    await expect(stage(replaceVersion({ ...row, version: 4 }))).rejects.toBeInstanceOf(StaleReadError);
  });

  test('A failed condition without an error of its own is a bug', async () => {
    const row = key();
    await stage(insert(row));
    const failure = await stage(insert(row)).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(Error);
    expect(failure).not.toBeInstanceOf(AppError);
    expect(failure).not.toBeInstanceOf(StaleReadError);
  });

  test('Every kind of change is subject to its condition', async () => {
    const no = () => new AppError('resource.not_found');
    const there = { ...key(), status: 'open', count: 1 };
    await stage(insert(there));
    const closed = { expression: '#s = :s', names: { '#s': 'status' }, values: { ':s': 'closed' } };
    const refused = [
      update(key(), { set: { status: 'x' } }, { onConditionFailed: no }),
      update(there, { set: { status: 'x' } }, { condition: closed, onConditionFailed: no }),
      put({ ...there, status: 'x' }, closed, no),
      check(there, closed, no),
      remove(key(), no),
    ];
    for (const change of refused) await expect(stage(change)).rejects.toMatchObject({ code: 'resource.not_found' });
    expect(await getRow(engine.table, anyRow, there, { strong: true })).toEqual(there);

    await stage(update(there, { set: { note: 'n', gone: undefined }, add: { count: 2 }, remove: ['status'] }));
    const { status: _, ...rest } = there;
    expect(await getRow(engine.table, anyRow, there, { strong: true })).toEqual({ ...rest, note: 'n', count: 3 });
    await stage(update(key(), { set: { status: 'new' } }, { upsert: true }));
  });

  test('A plan without changes writes nothing and returns its reply', async () => {
    expect(await commit(engine.table, { build: () => 'answer' }, { now })).toBe('answer');
  });
});
