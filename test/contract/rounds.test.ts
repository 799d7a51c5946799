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

function knownCounts(name: OperationName, sender: string): string[] {
  return recorded[name]?.[sender]?.split(', ') ?? [];
}

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

/**
 * Tries of a request. Writers of two organizations that meet in the same milliseconds call once more, so the most calls
 * of the tries are recorded, and the fewest are compared with them.
 */
const TRIES = 4;

/** The calls and rounds of a request, which is tried until it makes no more than `known`. */
async function tried(name: OperationName, sender: string, known: string | undefined, withKey: boolean) {
  const [knownCalls = 0, knownRounds = 0] = (known ?? '').split('/').map(Number);
  const calls: number[] = [];
  const rounds: number[] = [];
  for (let tries = 0; tries < TRIES; tries++) {
    const found = await measure(name, sender, withKey ? { idempotencyKey: freshName('rounds-key') } : {});
    calls.push(found.calls);
    rounds.push(found.rounds);
    if (found.calls <= knownCalls && found.rounds <= knownRounds) break;
  }
  const of = RECORDS ? Math.max : Math.min;
  return `${of(...calls)}/${of(...rounds)}`;
}

test.each(OPERATION_NAMES)('%s makes no more calls and rounds of calls than recorded', async (name) => {
  const found: Record<string, string> = {};
  for (const sender of sendersOf(name)) {
    const known = RECORDS ? [] : knownCounts(name, sender);
    const plain = await tried(name, sender, known[0], false);
    found[sender] = routeOf(name).idempotent ? `${plain}, ${await tried(name, sender, known[1], true)}` : plain;
  }
  measured[name] = found;
  if (RECORDS) return;
  for (const [sender, counts] of Object.entries(found)) {
    for (const [index, text] of counts.split(', ').entries()) {
      const [calls = 0, rounds = 0] = text.split('/').map(Number);
      const [knownCalls = 0, knownRounds = 0] = (knownCounts(name, sender)[index] ?? '').split('/').map(Number);
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
