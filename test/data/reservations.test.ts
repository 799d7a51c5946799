import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { beforeEach, expect, test } from 'vitest';
import { takeTicket } from '#shared/data/direct-writes/event-clock.ts';
import { logRowsAt } from '#shared/data/entities/log/event.ts';
import { type ClockRequest, Reservations } from '#shared/data/reservations.ts';
import type { Table } from '#shared/data/table-client.ts';
import { makeId, randomPart } from '#shared/domain/ids/ids.ts';
import { useEngine } from '../support/engine.ts';

/** What a commit takes from the clocks of organizations before it writes, and gives back if it does not write. */

const engine = useEngine();
const NOW = 1_800_000_000_000;
const AHEAD = NOW + 1000;
let ours: string;
let theirs: string;
beforeEach(() => {
  ours = makeId('organization', Date.now(), randomPart());
  theirs = makeId('organization', Date.now(), randomPart());
});

const reservations = (table = engine.table) => new Reservations(table, () => NOW);
const time = (organizationIds: readonly string[], eventsIn: readonly string[] = []): ClockRequest => ({
  kind: 'time',
  organizationIds,
  eventsIn: new Set(eventsIn),
});
const isClosed = async (organizationId: string, at: number) =>
  (await logRowsAt(engine.table, organizationId, [at])).length === 1;

/** The same table, with what happens before each update of the clock of an organization. */
function withUpdates(before: (key: string) => Promise<void>): Table {
  const send = async (command: UpdateCommand, options?: object) => {
    if (command instanceof UpdateCommand) await before(String(command.input.Key?.pk));
    return engine.table.client.send(command, options);
  };
  return { ...engine.table, client: { send } as unknown as Table['client'] };
}

test('A time of one organization without an event opens no ticket, and one with an event opens one', async () => {
  const clocks = reservations();
  const [plain, ticket] = await clocks.take([time([ours]), time([theirs], [theirs])]);
  expect(plain).toEqual({ time: NOW, tickets: new Map() });
  expect([...(ticket?.tickets.keys() ?? [])]).toEqual([theirs]);
  await clocks.release();
  expect(await isClosed(ours, NOW)).toBe(false);
  expect(await isClosed(theirs, NOW)).toBe(true);
});

test('A time of several organizations is after all of their clocks, and only those with events have a ticket', async () => {
  await takeTicket(engine.table, theirs, AHEAD);
  const clocks = reservations();
  const [common] = await clocks.take([time([ours, theirs], [ours])]);
  expect(common?.time).toBe(AHEAD + 1);
  expect([...(common?.tickets.keys() ?? [])]).toEqual([ours]);
  expect(common?.tickets.get(ours)?.time).toBe(AHEAD + 1);
});

test('The tickets of tries that not all clocks granted are closed, and those of the commit are kept', async () => {
  await takeTicket(engine.table, theirs, AHEAD);
  const clocks = reservations();
  const taken = await clocks.take([time([ours, theirs], [ours, theirs])]);
  clocks.keep(taken);
  await clocks.release();
  expect(await isClosed(ours, NOW)).toBe(true);
  for (const organizationId of [ours, theirs]) expect(await isClosed(organizationId, AHEAD + 1)).toBe(false);
});

test('A common time is tried later by more each time, because clocks move on meanwhile', async () => {
  const tried: number[] = [];
  let ahead = AHEAD;
  const moving = withUpdates(async (key) => {
    if (!key.includes(theirs) || tried.length === 8) return;
    tried.push(ahead);
    await takeTicket(engine.table, theirs, ahead);
    ahead += 100;
  });
  const [common] = await reservations(moving).take([time([ours, theirs])]);
  // The margin doubles with each of the eight tries that came too early, up to 64 ms.
  expect(common?.time).toBe((tried.at(-1) ?? 0) + 64);
});

test('Tickets of one organization are in the order of their requests, in whatever order the clock grants them', async () => {
  let waiting = 12;
  const reversed = withUpdates(() => new Promise((resolve) => setTimeout(resolve, 10 * Math.max(0, waiting--))));
  const others = [time([theirs], [theirs]), time([ours])];
  const own = Array.from({ length: 10 }, () => time([ours], [ours]));
  const taken = await reservations(reversed).take([...own, ...others]);
  const times = taken.slice(0, 10).map((reservation) => reservation.time);
  expect(times).toEqual([...times].sort((one, other) => one - other));
  expect(new Set(times).size).toBe(10);
  expect([...(taken[10]?.tickets.keys() ?? [])]).toEqual([theirs]);
  expect(taken[11]?.tickets.size).toBe(0);
});

test('If one clock cannot be read, its error is that of the commit, and the tickets of the others are closed', async () => {
  const broken = withUpdates(async (key) => {
    if (key.includes(theirs)) throw new Error('no connection');
  });
  const clocks = reservations(broken);
  await expect(clocks.take([time([ours], [ours]), time([theirs], [theirs])])).rejects.toThrow('no connection');
  await clocks.release();
  expect(await isClosed(ours, NOW)).toBe(true);
});

test('Times of deliveries are reserved one after the other, and slots after those of before', async () => {
  const clocks = reservations();
  const [first] = await clocks.take([{ kind: 'deliveries', organizationId: ours, count: 3 }]);
  const [second] = await clocks.take([{ kind: 'deliveries', organizationId: ours, count: 1 }]);
  expect([first?.time, second?.time]).toEqual([NOW, NOW + 3]);
  const [slots] = await clocks.take([{ kind: 'slots', organizationId: ours, count: 2 }]);
  expect(slots).toEqual({ time: NOW + 3, tickets: new Map() });
});

test('A time of no organization is a mistake of the plan', async () => {
  await expect(reservations().take([time([])])).rejects.toThrow('a time of no organization');
});
