import { expect, onTestFinished, test, vi } from 'vitest';
import { Aid } from '#clients/typescript/src/index.ts';

const NEWEST = { id: 'evt_2', type: 'mail.received', created_at: '2026-01-01T00:00:00.002Z' };

/** A service that opens no stream: it responds to a request for one with what `refuse` makes. */
function clientWithoutStreams(refuse: () => Response) {
  const requests: string[] = [];
  const fetch = async (url: string | URL | Request, { method }: RequestInit = {}) => {
    const { pathname, searchParams } = new URL(String(url));
    requests.push(`${method} ${pathname}`);
    if (method === 'POST') return refuse();
    const isNew = (searchParams.get('since') ?? '') < NEWEST.created_at;
    return Response.json({ events: isNew ? [NEWEST] : [] });
  };
  return { requests, aid: new Aid({ key: 'aid_org_test', url: 'http://aid.test', fetch }) };
}

test.each([
  ['there may be no further stream', 429],
  ['the service can open no stream for a time', 503],
])('follow reads the history at once, and does not wait as long as it is asked to, where %s', async (_why, status) => {
  const { aid, requests } = clientWithoutStreams(() => new Response('', { status, headers: { 'retry-after': '600' } }));
  const ending = new AbortController();
  const events = aid.events.follow({ since: '2026-01-01T00:00:00.000Z', signal: ending.signal });
  expect((await events.next()).value).toEqual(NEWEST);
  expect(requests).toEqual(['POST /v1/events/streams', 'GET /v1/events']);
  ending.abort();
  expect(await events.next()).toEqual({ done: true, value: undefined });
});

test('follow yields no further event once it is aborted, although several were there at once', async () => {
  const events = ['001', '002'].map((ms) => ({ ...NEWEST, id: `evt_${ms}`, created_at: `2026-01-01T00:00:00.${ms}Z` }));
  const fetch = async (_url: unknown, { method }: RequestInit = {}) =>
    method === 'POST' ? new Response('', { status: 429 }) : Response.json({ events });
  const ending = new AbortController();
  const aid = new Aid({ key: 'aid_org_test', url: 'http://aid.test', fetch });
  const followed: string[] = [];
  for await (const { id } of aid.events.follow({ since: '2026-01-01T00:00:00.000Z', signal: ending.signal })) {
    followed.push(id);
    ending.abort();
  }
  expect(followed).toEqual(['evt_001']);
});

test('follow rejects where the key may open no stream', async () => {
  const { aid } = clientWithoutStreams(() => Response.json({ error: { code: 'auth.forbidden' } }, { status: 403 }));
  const events = aid.events.follow({ since: '2026-01-01T00:00:00.000Z' });
  await expect(events.next()).rejects.toMatchObject({ name: 'PermissionError', code: 'auth.forbidden' });
});

test('follow says that events arrive once the history can be read, where no stream can be opened', async () => {
  const { aid } = clientWithoutStreams(() => new Response('', { status: 429, headers: { 'retry-after': '600' } }));
  const ending = new AbortController();
  const states: boolean[] = [];
  const onConnection = (isConnected: boolean) => {
    states.push(isConnected);
    if (isConnected) ending.abort();
  };
  const events = aid.events.follow({ since: NEWEST.created_at, signal: ending.signal, onConnection });
  expect(await events.next()).toEqual({ done: true, value: undefined });
  expect(states).toEqual([false, true]);
});

/** A WebSocket that cannot be opened, as Node 22 has it: `close()` reports an error before it returns. */
class UnopenableSocket {
  static readonly OPEN = 1;
  readonly readyState = 0;
  onerror: (() => void) | null = null;
  onclose: (() => void) | null = null;

  constructor() {
    queueMicrotask(() => this.onerror?.());
  }

  close(): void {
    this.onerror?.();
    this.onclose?.();
  }
}

test('follow reads the history where a socket cannot be opened and reports errors while it is closed', async () => {
  vi.stubGlobal('WebSocket', UnopenableSocket);
  onTestFinished(() => void vi.unstubAllGlobals());
  const { aid, requests } = clientWithoutStreams(() => Response.json({ connect_url: 'ws://127.0.0.1:1/' }));
  const ending = new AbortController();
  const events = aid.events.follow({ since: '2026-01-01T00:00:00.000Z', signal: ending.signal });
  expect((await events.next()).value).toEqual(NEWEST);
  expect(requests.slice(0, 2)).toEqual(['POST /v1/events/streams', 'GET /v1/events']);
  ending.abort();
  expect(await events.next()).toEqual({ done: true, value: undefined });
});
