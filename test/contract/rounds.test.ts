import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { freshName } from '#testing/fixture.ts';
import { type OperationName, routeOf } from '#testing/operations.ts';
import { useEngine } from '../support/engine.ts';
import { countRounds } from '../support/rounds.ts';
import type { Request } from './support/example.ts';
import { EXAMPLES, OPERATION_NAMES } from './support/example-requests.ts';
import { type Fixture, makeFixture } from './support/fixture.ts';
import { useServiceInProcess } from './support/service-in-process.ts';

const FILE = join(import.meta.dirname, 'rounds.json');
const RECORDS = process.env.AID_RECORD_ROUNDS === 'true';

/** Calls and rounds of a request, as `calls/rounds`: without an idempotency key, and with one if the operation has it. */
type Recorded = Readonly<Record<string, readonly string[]>>;

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

async function measure(name: OperationName, sender: string, fields: Partial<Request> & { idempotencyKey?: string }) {
  const request = await EXAMPLES[name].request(fixture);
  const { api } = fixture.organization;
  const key = sender === 'agent key' ? (request.agentKey ?? fixture.agent.key) : request.key;
  const { agentKey, ...sent } = request;
  const call = { ...sent, ...fields, ...(key === undefined ? {} : { key }) };
  const { calls, rounds } = await countRounds(engine.table, () => api.call(name, call));
  return { calls, rounds };
}

/** Writers that meet in the same milliseconds call once more, so the best of some tries counts. */
const TRIES = 4;

/** The fewest calls and rounds of a request; it is tried until it makes no more than `known`. */
async function fewest(name: OperationName, sender: string, known: string | undefined, withKey: boolean) {
  const [knownCalls = 0, knownRounds = 0] = (known ?? '').split('/').map(Number);
  let best = { calls: Number.POSITIVE_INFINITY, rounds: Number.POSITIVE_INFINITY };
  for (let tries = 0; tries < TRIES; tries++) {
    const found = await measure(name, sender, withKey ? { idempotencyKey: freshName('rounds-key') } : {});
    best = { calls: Math.min(best.calls, found.calls), rounds: Math.min(best.rounds, found.rounds) };
    if (best.calls <= knownCalls && best.rounds <= knownRounds) break;
  }
  return `${best.calls}/${best.rounds}`;
}

test.each(OPERATION_NAMES)('%s makes no more calls and rounds of calls than recorded', async (name) => {
  const found: Record<string, string[]> = {};
  for (const sender of sendersOf(name)) {
    const known = RECORDS ? [] : (recorded[name]?.[sender] ?? []);
    found[sender] = [await fewest(name, sender, known[0], false)];
    if (routeOf(name).idempotent) found[sender].push(await fewest(name, sender, known[1], true));
  }
  measured[name] = found;
  if (RECORDS) return;
  for (const [sender, counts] of Object.entries(found)) {
    for (const [index, text] of counts.entries()) {
      const [calls = 0, rounds = 0] = text.split('/').map(Number);
      const [knownCalls = 0, knownRounds = 0] = (recorded[name]?.[sender]?.[index] ?? '').split('/').map(Number);
      const isMore = calls > knownCalls || rounds > knownRounds;
      expect(isMore, `${sender}: ${text}; recorded ${knownCalls}/${knownRounds}`).toBe(false);
    }
  }
});

test('The recorded rounds are those of the operations that exist', () => {
  if (RECORDS) writeFileSync(FILE, `${JSON.stringify(measured, undefined, 2)}\n`);
  const names = RECORDS ? Object.keys(measured) : Object.keys(recorded);
  expect(names.sort()).toEqual([...OPERATION_NAMES].sort());
});
