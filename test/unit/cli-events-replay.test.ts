import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { commandLineIn } from '#test/support/command-line-client.ts';

const id = (kind: string) => `${kind}_01M8D7Z4AAAAAA000000000000`;
const EVENT = id('evt');
const at = (second: number) => new Date(Date.UTC(2026, 0, 1, 0, 0, second)).toISOString();
const delivery = (status: string, updatedAt: string, others: object = {}) => ({
  ...{ id: id('dlv'), url: 'https://receiver.example/hook', status, updated_at: updatedAt, attempt_count: 1 },
  ...{ response_status: 500, duration_ms: 5, last_error: 'HTTP 500', ...others },
});

const folder = mkdtempSync(join(tmpdir(), 'aid-cli-'));
/** The agent of the key, the deliveries at each read of the list, the last one again, and what a replay has begun. */
let identity: string | undefined;
let lists: object[][] = [];
let begun: string[] = [];
/** When attempts have ended, at each read of the delivery. */
let attempts: string[][] = [];
let requests: string[] = [];
const next = <T>(all: T[]) => (all.length > 1 ? all.shift() : all[0]);
const server = createServer(({ method, url = '' }, response) => {
  const { pathname: path } = new URL(url, 'http://x');
  requests.push(`${method} ${path}`);
  const replies: Record<string, () => object> = {
    '/v1/me': () => ({ actor_id: 'key_1', org_id: 'org_1', identity_id: identity }),
    '/v1/events': () => ({ events: [{ id: EVENT }], next: null }),
    '/v1/webhooks/deliveries': () => ({ deliveries: next(lists) ?? [], next: null }),
    [`/v1/webhooks/deliveries/${id('dlv')}`]: () => ({
      ...delivery('retrying', at(4)),
      attempts: (next(attempts) ?? []).map((ended_at) => ({ ended_at })),
    }),
    [`/v1/events/${EVENT}/replay`]: () => ({ id: EVENT, replayed: true, delivery_ids: begun }),
  };
  response.writeHead(replies[path] === undefined ? 404 : 200, { 'content-type': 'application/json' });
  response.end(JSON.stringify(replies[path]?.() ?? { error: { code: 'resource.not_found', message: path } }));
});
let aid: ReturnType<typeof commandLineIn>;
beforeAll(async () => {
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  aid = commandLineIn(folder, { environment: { AID_URL: url, AID_KEY: 'aid_org_x' }, isTerminal: true });
});
beforeEach(() => {
  [identity, begun, attempts, requests] = [undefined, [id('dlv')], [], []];
});
afterAll(() => {
  server.close();
  server.closeAllConnections();
  rmSync(folder, { recursive: true, force: true });
});

test('The replay of an agent waits for a delivery to an endpoint that it has registered after the event', async () => {
  identity = id('agt');
  lists = [[], [delivery('pending', at(1))], [delivery('delivered', at(2), { response_status: 204 })]];
  const { code, output } = await aid(['events', 'replay', EVENT]);
  expect([code, output.split('\n').at(-2)]).toEqual([0, 'Replayed to 1 endpoint: 1 delivered, 0 failed again.']);
});

test('A replay that no endpoint of the caller receives names the endpoints that it looked at', async () => {
  [begun, lists] = [[], [[]]];
  const hint = `A receiver on this machine gets it by aid webhooks listen --forward-to <url> --replay ${EVENT}\n`;
  expect((await aid(['events', 'replay', EVENT])).output).toBe(
    `Nothing was sent: no endpoint that is enabled receives this event. ${hint}`,
  );
  identity = id('agt');
  expect((await aid(['events', 'replay', EVENT])).output).toBe(
    `None of the endpoints of this agent that are enabled receives this event. ${hint}`,
  );
});

test('A delivery that is to be retried has failed again once an attempt has ended, and not while it runs', async () => {
  // A worker leases the attempt, and later the destination has no room: both change the delivery.
  const waiting = { next_attempt_at: at(60), last_error: 'waiting for the destination' };
  lists = [
    [delivery('retrying', at(1))],
    [delivery('retrying', at(2))],
    [delivery('retrying', at(3), waiting)],
    [delivery('retrying', at(4))],
  ];
  attempts = [[at(1)], [at(1)], [at(1), at(4)]];
  const { output } = await aid(['events', 'replay', EVENT]);
  expect(output).toBe(
    `failed again: HTTP 500  5 ms  https://receiver.example/hook  see aid trace ${id('dlv')}\nReplayed to 1 endpoint: 0 delivered, 1 failed again.\n`,
  );
  expect(requests.filter((one) => one === 'GET /v1/webhooks/deliveries')).toHaveLength(4);
  lists = [[delivery('retrying', at(1))], [delivery('retrying', at(2))]];
  attempts = [[at(1)]];
  const late = await aid(['events', 'replay', EVENT, '--timeout', '0.1']);
  expect(late.output).toBe('Replayed to 1 endpoint: 0 delivered, 0 failed again, 1 waiting for an attempt.\n');
});

test('A dry run of a replay takes the beginning of an id too', async () => {
  const { rows } = await aid(['events', 'replay', 'evt_01M8D7Z4', '--dry-run'], { isTerminal: false });
  expect(rows).toEqual([{ method: 'POST', url: expect.stringContaining(`/v1/events/${EVENT}/replay`) }]);
  expect(requests).toEqual(['GET /v1/events']);
});
