import { MINUTE } from '#shared/domain/time/time.ts';
import { readEnv } from '#shared/runtime/env.ts';
import { fetchText, hasReachedApi, requestApi } from './request.ts';
import { tryStream } from './stream-way.ts';
import { tryTunnel } from './tunnel-way.ts';
import { namedWay, type Way } from './way.ts';

/**
 * A connection that was open while Lambda froze the sweep may be dead, and the first request on it fails: that is no
 * failure of the way.
 */
const TRIES = 2;

/** The ways that begin at a public address of the stage. */
export function publicWays(): readonly Way[] {
  const { API_URL, CONSOLE_ORIGIN } = readEnv('API_URL', 'CONSOLE_ORIGIN');
  return [
    namedWay('mcp', { turn: 0, tries: TRIES, go: tryMcp }),
    namedWay('address', { turn: 1, tries: TRIES, go: (now, signal) => tryAddress(API_URL, now, signal) }),
    ...(CONSOLE_ORIGIN === undefined
      ? []
      : [namedWay('console', { turn: 1, tries: TRIES, go: (_, signal) => tryConsole(CONSOLE_ORIGIN, signal) })]),
    namedWay('tunnel', { turn: 2, tries: TRIES, go: tryTunnel }),
    namedWay('stream', { turn: 1, tries: TRIES, go: tryStream }),
  ];
}

/** The call of MCP of a minute ago came by the public address: a request of its own only tells why that failed. */
async function tryAddress(url: string, now: number, signal: AbortSignal): Promise<void> {
  if (!hasReachedApi(now, 1.5 * MINUTE)) await fetchText(`${url}/v1/ready`, { signal });
}

/** Any method would do. This one needs no session, and its response is as small as one can be. */
async function tryMcp(now: number, signal: AbortSignal): Promise<void> {
  const body = { jsonrpc: '2.0', id: 1, method: 'ping' };
  // The response is a message, or a stream of one event with the message.
  const text = await requestApi('/v1/mcp', now, signal, { method: 'POST', body });
  if (!text.includes('"result"')) throw new Error('the MCP server responded with an error');
}

async function tryConsole(origin: string, signal: AbortSignal): Promise<void> {
  const page = await fetchText(`${origin}/`, { signal });
  if (!page.includes('<script')) throw new Error('the page of the console has no script');
}
