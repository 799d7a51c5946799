import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { beforeAll, expect, test } from 'vitest';
import { clockKey, decodeEventClock } from '#shared/data/entities/log/clock.ts';
import { getRow } from '#shared/data/table-client.ts';
import { freshName } from '#testing/fixture.ts';
import { type OperationName, routeOf } from '#testing/operations.ts';
import { useEngine } from '../support/engine.ts';
import { countRounds, type Rounds } from '../support/rounds.ts';
import { EXAMPLES, OPERATION_NAMES } from './support/example-requests.ts';
import { type Fixture, makeFixture } from './support/fixture.ts';
import { useServiceInProcess } from './support/service-in-process.ts';

const FILE = join(import.meta.dirname, 'rounds.json');
const RECORDS = process.env.AID_RECORD_ROUNDS === 'true';

/** `calls/rounds` by sender: `5/4` without an idempotency key, `5/4, 6/4` with one too if the operation has it. */
type Recorded = Readonly<Record<string, string>>;

const recorded = JSON.parse(readFileSync(FILE, 'utf8')) as Partial<Record<OperationName, Recorded>>;
const measured: Partial<Record<OperationName, Recorded>> = {};

const engine = useEngine();
const service = useServiceInProcess();
let fixture: Fixture;

beforeAll(async () => {
  fixture = await makeFixture(service);
  // The first use of a key in an hour is a call more.
  await fixture.organization.api.ok('getMe');
  await fixture.agent.api.ok('getMe');
});

/** The senders that an operation is tried with. */
function sendersOf(name: OperationName): string[] {
  const { auth } = routeOf(name);
  if (auth === 'none') return ['no key'];
  return [...(auth === 'agent' ? [] : ['org key']), ...(auth === 'org' ? [] : ['agent key'])];
}

/** Makes the example of an operation, with a fresh idempotency key or without one. */
async function measure(name: OperationName, sender: string, withKey: boolean, callMs: number): Promise<Rounds> {
  const { agentKey = fixture.agent.key, ...request } = await EXAMPLES[name].request(fixture);
  const call = {
    ...request,
    ...(sender === 'agent key' && { key: agentKey }),
    ...(withKey && { idempotencyKey: freshName('rounds-key') }),
  };
  await clockIsPast();
  return countRounds(engine.table, () => fixture.organization.api.call(name, call), callMs);
}

/**
 * Waits until no time of the log that the examples took is still to come. An event reserves a millisecond for each
 * endpoint, so a fast machine takes them faster than they pass, and a writer calls once more to read the clock.
 */
async function clockIsPast(): Promise<void> {
  const clock = await getRow(engine.table, decodeEventClock, clockKey(fixture.organization.id), { strong: true });
  const wait = Math.max(clock?.time ?? 0, clock?.deliveryTime ?? 0) + 1 - Date.now();
  if (wait > 0) await sleep(wait);
}

/**
 * Tries of a request, by the milliseconds that each call takes at least. Writers of two organizations that meet in the
 * same milliseconds call once more, so the most calls of the tries are recorded, and the fewest are compared with them.
 * On a slow machine, calls of one round may not overlap until they take longer.
 */
const TRIES = [0, 50, 200, 800];

/** The calls and rounds of a request: `known` as soon as a try makes no more, and else those of all tries. */
async function tried(name: OperationName, sender: string, known: string | undefined, withKey: boolean) {
  const [knownCalls = 0, knownRounds = 0] = (known ?? '').split('/').map(Number);
  const calls: number[] = [];
  const rounds: number[] = [];
  for (const callMs of TRIES) {
    const found = await measure(name, sender, withKey, callMs);
    if (known !== undefined && found.calls <= knownCalls && found.rounds <= knownRounds) return known;
    calls.push(found.calls);
    rounds.push(found.rounds);
  }
  const of = RECORDS ? Math.max : Math.min;
  return `${of(...calls)}/${of(...rounds)}`;
}

test.each(OPERATION_NAMES)('%s makes no more calls and rounds of calls than recorded', async (name) => {
  const found: Record<string, string> = {};
  for (const sender of sendersOf(name)) {
    const known = RECORDS ? [] : (recorded[name]?.[sender]?.split(', ') ?? []);
    const counts = [await tried(name, sender, known[0], false)];
    if (routeOf(name).idempotent) counts.push(await tried(name, sender, known[1], true));
    found[sender] = counts.join(', ');
  }
  measured[name] = found;
  if (!RECORDS) expect(found).toEqual(recorded[name]);
});

test('The recorded rounds are those of the operations that exist', () => {
  if (RECORDS) writeFileSync(FILE, `${JSON.stringify(measured, undefined, 2)}\n`);
  const names = RECORDS ? Object.keys(measured) : Object.keys(recorded);
  expect(names.sort()).toEqual([...OPERATION_NAMES].sort());
});
