import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { Aid } from '#clients/typescript/src/index.ts';
import { makeAgent, makeOrganization, sharedStack } from '#testing/fixture.ts';
import { HostileProxy } from '#testing/hostile-proxy/hostile-proxy.ts';
import { NO_FAULTS } from '#testing/hostile-proxy/plan.ts';
import { Receiver } from '#testing/receiver.ts';
import { reservePort } from '#testing/reserved-port.ts';
import { sizeOf } from '#testing/test-size.ts';
import { commandLineIn, type Surroundings } from '../support/command-line-client.ts';
import { compareWithDeliveries } from '../support/forwarded-deliveries.ts';

const folder = mkdtempSync(join(tmpdir(), 'aid-listen-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const EVENTS = sizeOf({ usual: 30, full: 1_002 });

test(`webhooks listen forwards ${EVENTS} events with the bodies of their deliveries, byte for byte, over a second start`, () =>
  compareWithDeliveries(sharedStack(), EVENTS));

/** A listener in a home of its own, and what changes something that it forwards. */
async function listener(forwardTo: string) {
  const { baseUrl } = sharedStack();
  const organization = await makeOrganization();
  const agent = await makeAgent(organization);
  const home = mkdtempSync(join(folder, 'home-'));
  const ending = new AbortController();
  onTestFinished(() => ending.abort());
  const environment = { AID_URL: baseUrl, AID_KEY: agent.key };
  const aid = commandLineIn(home, { environment });
  const since = '1970-01-01T00:00:00.000Z';
  const args = ['webhooks', 'listen', '--forward-to', forwardTo];
  const settings = new Aid({ key: agent.key, url: baseUrl }).a2a.settings;
  return {
    start: (surroundings: Surroundings = {}) =>
      aid([...args, '--since', since], { signal: ending.signal, ...surroundings }),
    run: (others: readonly string[], surroundings: Surroundings = {}) => aid([...args, ...others], surroundings),
    end: () => ending.abort(),
    change: (description: string) => settings.update({ description }),
  };
}

test('A receiver that responds with an error gets each event once', async () => {
  const receiver = await Receiver.start({ status: 500 });
  onTestFinished(() => receiver.stop());
  const { start, end, change } = await listener(receiver.url());
  await change('one');
  await change('two');
  const running = start();
  await receiver.until(2);
  end();
  const { code, rows } = await running;
  expect(code).toBe(130);
  expect(rows[0]).toEqual({
    secret: expect.stringMatching(/^whsec_[A-Za-z0-9]{44}$/),
    secret_file: expect.any(String),
  });
  expect(statSync(rows[0].secret_file).mode & 0o777).toBe(0o600);
  const [failed] = rows.filter(({ event_id }) => event_id !== undefined);
  expect(failed).toMatchObject({ type: 'a2a.settings.updated', status: 500, error: null });
  expect(receiver.requests).toHaveLength(2);
});

test('A receiver that does not listen yet is waited for, and gets what it missed', async () => {
  const port = await reservePort();
  const { start, end, change } = await listener(`http://127.0.0.1:${port}/hook`);
  const receiver = createServer((_request, response) => response.writeHead(204).end());
  onTestFinished(() => void receiver.close());
  await change('one');
  await change('two');
  let shown = '';
  const onOutput = (text: string) => {
    shown += text;
    // By then the receiver has missed the first event for two seconds.
    if (text.startsWith('Waiting')) receiver.listen(port, '127.0.0.1');
    if (shown.match(/ {2}204 {2}/g)?.length === 2) end();
  };
  expect((await start({ isTerminal: true, onOutput })).code).toBe(130);
  expect(shown).toMatch(/^Signing with whsec_/);
  expect(shown).toContain(`Ready: forwarding to http://127.0.0.1:${port}/hook`);
  expect(shown.match(/Waiting for the receiver, which cannot be reached: ECONNREFUSED\n/g)).toHaveLength(1);
  expect(shown).not.toContain('failed');
});

test('An interrupted wait for a receiver leaves the event to the next run', async () => {
  const port = await reservePort();
  const { start, change, run } = await listener(`http://127.0.0.1:${port}/hook`);
  await change('one');
  const waiting = new AbortController();
  const onWaiting = (text: string) => {
    if (JSON.parse(text).reachable === false) waiting.abort();
  };
  expect((await start({ signal: waiting.signal, onOutput: onWaiting })).code).toBe(130);
  const receiver = createServer((_request, response) => response.writeHead(204).end());
  onTestFinished(() => void receiver.close());
  receiver.listen(port, '127.0.0.1');
  const ending = new AbortController();
  const onOutput = (text: string) => {
    if (JSON.parse(text).status === 204) ending.abort();
  };
  expect((await run([], { signal: ending.signal, onOutput })).code).toBe(130);
});

test('--replay forwards the named events again, with the same ids and bodies, and stops', async () => {
  const receiver = await Receiver.start({ status: 500 });
  onTestFinished(() => receiver.stop());
  const { start, end, change, run } = await listener(receiver.url());
  await change('one');
  await change('two');
  const running = start();
  await receiver.until(2);
  end();
  const [first] = (await running).rows.filter(({ event_id }) => event_id !== undefined);
  const again = await run(['--replay', first.event_id]);
  expect(again).toMatchObject({ code: 0, errors: '' });
  expect(again.rows.slice(1)).toEqual([{ ...first, duration_ms: expect.any(Number), replay: true }]);
  expect(receiver.requests).toHaveLength(3);
  const [one, , two] = receiver.requests;
  expect(two?.body).toEqual(one?.body);
  expect(two?.headers['x-aid-request-id']).toBe(one?.headers['x-aid-request-id']);
  for (const id of [`evt_${'0'.repeat(26)}`, 'evt_1']) {
    const errors = `aid: the log has no event ${id}; aid events list shows the ids\n`;
    expect(await run(['--replay', id])).toMatchObject({ code: 4, errors });
  }
});

test('A service that goes away is shown as not connected, and as ready when it is back', async () => {
  const options = { upstream: sharedStack().baseUrl, seed: 1, rates: NO_FAULTS, port: await reservePort() };
  let way = await HostileProxy.start(options);
  onTestFinished(() => way.stop());
  const organization = await makeOrganization();
  const receiver = await Receiver.start();
  onTestFinished(() => receiver.stop());
  const aid = commandLineIn(mkdtempSync(join(folder, 'home-')), {
    environment: { AID_URL: way.url, AID_KEY: organization.key },
  });
  const ending = new AbortController();
  const shown: unknown[] = [];
  const { promise: isLost, resolve: lost } = Promise.withResolvers<void>();
  const onOutput = (line: string) => {
    const { connected } = JSON.parse(line);
    if (connected === undefined) return;
    shown.push(connected);
    if (shown.length === 1) void way.stop();
    if (connected === false) lost();
    if (shown.length === 3) ending.abort();
  };
  const running = aid(['webhooks', 'listen', '--forward-to', receiver.url()], { signal: ending.signal, onOutput });
  await isLost;
  way = await HostileProxy.start(options);
  expect((await running).code).toBe(130);
  expect(shown).toEqual([true, false, true]);
});
