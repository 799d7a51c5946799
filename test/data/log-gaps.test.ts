import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { insert } from '#shared/data/change.ts';
import { type EventTicket, takeTicket } from '#shared/data/direct-writes/event-clock.ts';
import { closeTicket } from '#shared/data/direct-writes/tombstone.ts';
import { findEvent, insertEvent, logRowsAt } from '#shared/data/entities/log/event.ts';
import { LogFollower } from '#shared/data/event-log/log-follower.ts';
import type { Plan } from '#shared/data/transaction-builder.ts';
import { commit } from '#shared/data/unit-of-work.ts';
import { AppError } from '#shared/domain/errors/errors.ts';
import { makeId, randomPart } from '#shared/domain/ids/ids.ts';
import type { LoggedEvent } from '#shared/domain/log/events.ts';
import { MAX_COMMIT_MS, PREDECESSORS, TICKET_LEASE_MS } from '#shared/domain/log/log-order.ts';
import { useEngine } from '../support/engine.ts';
import { appendSent, eventsOf, sentEvent, tombstonesOf, unobserved } from '../support/event-log.ts';
import { InProcessApi } from '../support/in-process-api.ts';
import { withTransactions } from '../support/intercepted-table.ts';
import { eventAt } from '../support/stored-log.ts';

const engine = useEngine();
let api: InProcessApi;
let organizationId: string;
let key: string;
beforeEach(async () => {
  api = new InProcessApi(engine.table);
  ({ id: organizationId, key } = await api.organization());
});

const append = (mark: string) => appendSent(engine.table, organizationId, mark);

/** A ticket of a commit that is still running, or of a writer that has crashed. */
const openTicket = (): Promise<EventTicket> => takeTicket(engine.table, organizationId, Date.now());

/** Lets the lease of all tickets pass. */
function passLease(): void {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + TICKET_LEASE_MS + 1000 });
}
afterEach(() => {
  vi.useRealTimers();
});

const marks = (events: readonly { aggregateId: string | null }[]) => events.map(({ aggregateId }) => aggregateId);
const isMail = (event: { type: string }) => event.type === 'mail.sent';
const listed = async (query: Record<string, string> = {}) =>
  (await api.call('listEvents', { key, query })).body.events.filter(isMail).map((event) => event.aggregate_id);

describe('a follower', () => {
  test('A follower stops before an event that is still being written, and continues when it is there', async () => {
    const follower = await LogFollower.fromEnd(engine.table, organizationId, unobserved);
    const next = () => follower.next(isMail, { strong: true });
    await append('first');
    const slow = await openTicket();
    await append('third');
    expect((await next())?.aggregateId).toBe('first');
    expect(await next()).toBeUndefined();
    await commitAt(slow, 'second');
    expect((await next())?.aggregateId).toBe('second');
    expect((await next())?.aggregateId).toBe('third');
    expect(await next()).toBeUndefined();
  });

  test('A follower closes the ticket of a crashed writer after its lease, and continues behind it', async () => {
    const { time } = await openTicket();
    const observer = { ticketsClosed: vi.fn(), blocked: vi.fn() };
    const follower = new LogFollower(engine.table, organizationId, { since: 0, observer });
    await append('later');
    expect(await follower.next(isMail, { strong: true })).toBeUndefined();
    passLease();
    expect((await follower.next(isMail, { strong: true }))?.aggregateId).toBe('later');
    expect(await tombstonesOf(engine.table, organizationId)).toEqual([time]);
    expect(observer.ticketsClosed.mock.calls).toEqual([[1]]);
    expect(observer.blocked).not.toHaveBeenCalled();
  });

  test('A follower that more crashed writers stop than an event names reports it once, and waits', async () => {
    const observer = { ticketsClosed: vi.fn(), blocked: vi.fn() };
    const follower = await LogFollower.fromEnd(engine.table, organizationId, observer);
    for (let count = 0; count < PREDECESSORS + 1; count++) await openTicket();
    await append('later');
    passLease();
    for (let poll = 0; poll < 3; poll++) expect(await follower.next(isMail, { strong: true })).toBeUndefined();
    expect(observer.ticketsClosed.mock.calls).toEqual([[PREDECESSORS]]);
    expect(observer.blocked).toHaveBeenCalledTimes(1);
    vi.setSystemTime(Date.now() + MAX_COMMIT_MS);
    expect((await follower.next(isMail, { strong: true }))?.aggregateId).toBe('later');
  });

  test('A writer that has lost its ticket to a follower appends its event under a new one', async () => {
    let closed = 0;
    const staged: number[] = [];
    const plan: Plan<LoggedEvent> = {
      build: (tx) => {
        const event = tx.appendEvent(organizationId, sentEvent('late'));
        staged.push(event.createdAt);
        return event;
      },
    };
    const table = withTransactions(engine.table, async () => {
      if (closed !== 0) return;
      closed = staged.at(-1) ?? 0;
      await closeTicket(engine.table, organizationId, { time: closed }, Date.now());
    });
    const event = await commit(table, plan, { now: Date.now });
    expect(event.createdAt).toBeGreaterThan(closed);
    expect(marks(await eventsOf(engine.table, organizationId))).toContain('late');
    expect(await tombstonesOf(engine.table, organizationId)).toEqual([closed]);
    expect(await findEvent(engine.table, organizationId, event.id)).toMatchObject({ id: event.id });
  });

  test('A wait returns an event that a slow writer began before one that is there already', async () => {
    const since = new Date(Date.now() - 1).toISOString();
    const slow = await openTicket();
    await append('after');
    const wait = api.call('waitForEvent', { key, query: { type: 'mail.sent', since, timeout_ms: '10000' } });
    await new Promise((resolve) => setTimeout(resolve, 300));
    await commitAt(slow, 'before');
    expect((await wait).body.event?.aggregate_id).toBe('before');
  });
});

describe('a list of events', () => {
  test('A list waits for an event that is still being written, and shows it in its place', async () => {
    await append('first');
    const slow = await openTicket();
    await append('third');
    const list = listed();
    await new Promise((resolve) => setTimeout(resolve, 100));
    await commitAt(slow, 'second');
    expect(await list).toEqual(['third', 'second', 'first']);
  });

  test('A list closes the tickets of crashed writers and shows everything after them', async () => {
    const crashed = [await openTicket(), await openTicket()];
    await append('later');
    passLease();
    expect(await listed()).toEqual(['later']);
    expect(await tombstonesOf(engine.table, organizationId)).toEqual(crashed.map(({ time }) => time));
  });

  test('A page of one event still waits for the events before it', async () => {
    const slow = await openTicket();
    await append('newest');
    const list = listed({ limit: '1' });
    await new Promise((resolve) => setTimeout(resolve, 100));
    await commitAt(slow, 'slow');
    expect(await list).toEqual(['newest']);
    expect(await listed({ limit: '2' })).toEqual(['newest', 'slow']);
  });

  test('Pages of a log with many gaps contain every event once', async () => {
    const expected: string[] = [];
    for (let index = 0; index < 12; index++) {
      if (index % 3 === 0) await openTicket();
      await append(`m${index}`);
      expected.unshift(`m${index}`);
    }
    passLease();
    const seen: string[] = [];
    let before: string | undefined;
    for (;;) {
      const { events } = (await api.call('listEvents', { key, query: { limit: '5', ...(before && { before }) } })).body;
      if (events.length === 0) break;
      seen.push(...events.filter(isMail).map((event) => event.aggregate_id ?? ''));
      before = events.at(-1)?.created_at;
    }
    expect(seen).toEqual(expected);
  });
});

describe('a commit that fails', () => {
  const taken = { pk: 'TEST#taken', sk: 'x' };
  const refusal = () => new AppError('resource.not_found');

  test('A commit that fails closes the tickets of its events at once', async () => {
    await commit(engine.table, { build: (tx) => tx.put(insert(taken)) }, { now: Date.now }).catch(() => undefined);
    const staged: number[] = [];
    const failing: Plan<void> = {
      build: (tx) => {
        staged.push(tx.appendEvent(organizationId, sentEvent('never')).createdAt);
        tx.put(insert(taken, refusal));
      },
    };
    await expect(commit(engine.table, failing, { now: Date.now })).rejects.toBeInstanceOf(AppError);
    expect(await tombstonesOf(engine.table, organizationId)).toEqual([staged.at(-1)]);
    await append('next');
    // Time does not pass, so a list that waited for the lease of the tickets would not end.
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() });
    expect(await listed()).toEqual(['next']);
  });

  test('However many commits fail between two events, a follower gets the second one at once', async () => {
    const row = { ...taken, sk: randomPart() };
    await commit(engine.table, { build: (tx) => tx.put(insert(row)) }, { now: Date.now });
    const follower = await LogFollower.fromEnd(engine.table, organizationId, unobserved);
    const failing: Plan<void> = {
      build: (tx) => {
        tx.appendEvent(organizationId, sentEvent('never'));
        tx.put(insert(row, refusal));
      },
    };
    for (let count = 0; count < PREDECESSORS + 2; count++)
      await commit(engine.table, failing, { now: Date.now }).catch(() => undefined);
    await append('next');
    expect((await follower.next(isMail, { strong: true }))?.aggregateId).toBe('next');
  });

  test('A writer completes the tombstone that a reader has put at its ticket', async () => {
    const ticket = await openTicket();
    const follower = await LogFollower.fromEnd(engine.table, organizationId, unobserved);
    for (const own of [{ time: ticket.time }, ticket, { time: ticket.time }])
      await closeTicket(engine.table, organizationId, own, Date.now());
    const [row] = await logRowsAt(engine.table, organizationId, [ticket.time]);
    expect(row?.entry).toEqual({ kind: 'tombstone', ticket: { time: ticket.time, predecessors: ticket.predecessors } });
    await append('next');
    expect((await follower.next(isMail, { strong: true }))?.aggregateId).toBe('next');
  });

  test('The event of a closed ticket is missing, and cannot be replayed', async () => {
    const { time } = await openTicket();
    await closeTicket(engine.table, organizationId, { time }, Date.now());
    const id = makeId('event', time, randomPart());
    expect(await findEvent(engine.table, organizationId, id)).toBeUndefined();
    expect((await api.call('replayEvent', { key, params: { id } })).status).toBe(404);
  });

  test('A tombstone does not replace an event', async () => {
    const { createdAt: time } = await append('kept');
    await closeTicket(engine.table, organizationId, { time, predecessors: [] }, Date.now());
    expect(marks(await eventsOf(engine.table, organizationId))).toContain('kept');
  });
});

/** Writes the event of a ticket that was taken before, as its slow commit does in the end. */
async function commitAt(ticket: EventTicket, mark: string): Promise<void> {
  const { deliveryBase, deliverySlots } = ticket;
  const event = eventAt(organizationId, ticket.time, { aggregateId: mark, deliveryBase, deliverySlots });
  await commit(engine.table, { build: (tx) => tx.put(insertEvent(event, ticket.predecessors)) }, { now: Date.now });
}
