import type dns from 'node:dns';
import type { LookupFunction } from 'node:net';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { post } from '#functions/workers/delivery/post.ts';
import { guardedLookup, RefusedAddress } from '#shared/runtime/guarded-lookup.ts';
import { Receiver } from '#testing/receiver.ts';

/** The outcome of a POST. */
const attemptAt = async (...request: Parameters<typeof post>) => (await post(...request)).outcome;

/** What the resolver returns. The module under test imports it by name, so the whole module is replaced. */
let resolved: dns.LookupAddress[] | NodeJS.ErrnoException = [];

vi.mock('node:dns', async (original) => {
  const real = await original<typeof dns>();
  const lookup = (
    _host: string,
    _options: unknown,
    callback: (error: NodeJS.ErrnoException | null, found: dns.LookupAddress[]) => void,
  ) => (resolved instanceof Error ? callback(resolved, []) : callback(null, resolved));
  return { ...real, default: { ...real, lookup }, lookup };
});

const v4 = (address: string): dns.LookupAddress => ({ address, family: 4 });
const v6 = (address: string): dns.LookupAddress => ({ address, family: 6 });

function look(allowLoopback: boolean, all: boolean): Promise<unknown> {
  const lookup: LookupFunction = guardedLookup({ allowLoopback });
  return new Promise((resolve, reject) => {
    lookup('receiver.example', { all }, (error, address, family) => {
      if (error) reject(error);
      else resolve(all ? address : { address, family });
    });
  });
}

describe('the guarded lookup', () => {
  test('The guarded lookup returns public addresses, all of them or the first', async () => {
    resolved = [v6('2606:4700::1111'), v4('8.8.8.8')];
    expect(await look(false, true)).toEqual(resolved);
    expect(await look(false, false)).toEqual(v6('2606:4700::1111'));
  });

  test('The guarded lookup omits addresses that are not public', async () => {
    resolved = [v4('10.0.0.1'), v4('8.8.8.8'), v6('fe80::1'), v6('::ffff:169.254.169.254')];
    expect(await look(false, true)).toEqual([v4('8.8.8.8')]);
    expect(await look(false, false)).toEqual(v4('8.8.8.8'));
  });

  test('The guarded lookup refuses a name without a public address', async () => {
    resolved = [v4('127.0.0.1'), v4('192.168.1.1'), v6('::1')];
    await expect(look(false, true)).rejects.toBeInstanceOf(RefusedAddress);
    resolved = [];
    await expect(look(false, false)).rejects.toBeInstanceOf(RefusedAddress);
  });

  test('In the local profile, the guarded lookup also returns loopback addresses, but no other private ones', async () => {
    resolved = [v4('10.0.0.1'), v4('127.0.0.1')];
    expect(await look(true, true)).toEqual([v4('127.0.0.1')]);
  });

  test('The guarded lookup returns the error of the resolver', async () => {
    resolved = Object.assign(new Error('no such name'), { code: 'ENOTFOUND' });
    await expect(look(false, true)).rejects.toMatchObject({ code: 'ENOTFOUND' });
  });
});

describe('a POST to a receiver', () => {
  let receiver: Receiver | undefined;
  afterEach(async () => {
    await receiver?.stop();
    receiver = undefined;
  });
  const local = { timeoutMs: 20_000, policy: { allowLoopback: true } };
  const aws = { timeoutMs: 20_000, policy: { allowLoopback: false } };

  test('A POST to a name with a loopback address is refused at connect, and nothing arrives', async () => {
    receiver = await Receiver.start();
    resolved = [v4('127.0.0.1')];
    const url = `http://rebound.example:${receiver.port}/`;
    expect(await attemptAt(url, {}, '{}', aws)).toMatchObject({
      ok: false,
      responseStatus: null,
      error: 'the address is not public',
    });
    expect(receiver.requests).toHaveLength(0);
    expect(await attemptAt(url, {}, '{}', local)).toMatchObject({ ok: true, responseStatus: 200 });
  });

  test('A POST to a literal loopback address is refused before any connection', async () => {
    receiver = await Receiver.start();
    expect(await attemptAt(receiver.url(), {}, '{}', aws)).toMatchObject({
      ok: false,
      error: 'the address is not public',
    });
    expect(receiver.requests).toHaveLength(0);
  });

  test('The body of a POST arrives byte-identical with its headers', async () => {
    receiver = await Receiver.start({ status: 204 });
    const outcome = await attemptAt(receiver.url('/a?b=1'), { 'x-aid-event-id': 'evt_1' }, '{"a":"ü ✓"}', local);
    expect(outcome).toMatchObject({ ok: true, responseStatus: 204 });
    expect(receiver.requests[0]).toMatchObject({ method: 'POST', path: '/a?b=1' });
    expect(receiver.requests[0]?.body.toString()).toBe('{"a":"ü ✓"}');
    expect(receiver.requests[0]?.headers).toMatchObject({ 'x-aid-event-id': 'evt_1' });
  });

  test.each([199 + 1, 204, 299])('A response with status %i is a success', async (status) => {
    receiver = await Receiver.start({ status });
    expect(await attemptAt(receiver.url(), {}, '{}', local)).toMatchObject({ ok: true, responseStatus: status });
  });

  test.each([300, 304, 400, 404, 410, 429, 500, 503])('A response with status %i is a failure', async (status) => {
    receiver = await Receiver.start({ status });
    const outcome = await attemptAt(receiver.url(), {}, '{}', local);
    expect(outcome).toMatchObject({ ok: false, responseStatus: status, error: `HTTP ${status}` });
  });

  test('A redirect is a failure and is not followed', async () => {
    receiver = await Receiver.start((request) =>
      request.path === '/hook' ? { redirectTo: '/else' } : { status: 200 },
    );
    expect(await attemptAt(receiver.url(), {}, '{}', local)).toMatchObject({ ok: false, responseStatus: 302 });
    expect(receiver.requests.map((request) => request.path)).toEqual(['/hook']);
  });

  test('The outcome contains the delay that the receiver requests by Retry-After', async () => {
    receiver = await Receiver.start({ status: 503, retryAfter: '120' });
    expect(await attemptAt(receiver.url(), {}, '{}', local)).toMatchObject({ retryAfterSeconds: 120 });
  });

  test('A POST to a receiver that does not respond in time fails without a status', async () => {
    receiver = await Receiver.start({ never: true });
    const outcome = await attemptAt(receiver.url(), {}, '{}', { ...local, timeoutMs: 100 });
    expect(outcome).toMatchObject({ ok: false, responseStatus: null, error: 'timed out after 0.1 s' });
  });

  test('A POST fails with a network error if the receiver closes the connection or does not listen', async () => {
    receiver = await Receiver.start({ hangUp: true });
    const url = receiver.url();
    expect(await attemptAt(url, {}, '{}', local)).toMatchObject({
      ok: false,
      error: expect.stringMatching(/^network error/),
    });
    await receiver.stop();
    receiver = undefined;
    expect(await attemptAt(url, {}, '{}', local)).toMatchObject({ ok: false, error: 'network error: ECONNREFUSED' });
  });
});
