import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { MAX_WAITS } from './stack.ts';

/** Lets an organization reach a limit when a program asks for it: `POST <url>/requests` and `POST <url>/waits`. */
export interface Pressure {
  readonly url: string;
  stop(): Promise<void>;
}

/** What reaches a limit with the key of a program, until `signal` is aborted. */
interface Pressed {
  readonly baseUrl: string;
  readonly headers: { readonly authorization: string };
  readonly signal: AbortSignal;
}

type Limit = 'requests' | 'waits';

const REACH: Readonly<Record<Limit, (pressed: Pressed) => Promise<void>>> = { requests: useRequests, waits: holdWaits };

export async function startPressure(baseUrl: string): Promise<Pressure> {
  const ending = new AbortController();
  const server = createServer(async ({ url, headers: { authorization = '' } }, response) => {
    const reach = REACH[url?.slice(1) as Limit];
    await reach({ baseUrl, headers: { authorization }, signal: ending.signal });
    response.writeHead(204).end();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop: async () => {
      ending.abort();
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

const MINUTE = 60_000;
/** What a program needs of the minute to make its call: rate limits are those of calendar minutes. */
const CALL_MS = 30_000;

/** Uses up the requests of this minute, by batches that count as their messages. */
async function useRequests({ baseUrl, headers, signal }: Pressed): Promise<void> {
  const left = MINUTE - (Date.now() % MINUTE);
  if (left < CALL_MS) await sleep(left);
  for (let size = 100; size >= 1; ) {
    const pings = Array.from({ length: size }, (_, id) => ({ jsonrpc: '2.0', id, method: 'ping' }));
    const { status, body } = await fetch(`${baseUrl}/v1/mcp`, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
      body: JSON.stringify(pings),
      signal,
    });
    await body?.cancel();
    if (status === 429) size = Math.floor(size / 2);
    else if (status !== 200) throw new Error(`a batch of ${size} messages was ${status}`);
  }
}

/** Occupies the waits of the organization, and returns once a further one is refused. */
async function holdWaits({ baseUrl, headers, signal }: Pressed): Promise<void> {
  const wait = async (timeoutMs: number) => {
    const url = `${baseUrl}/v1/events/wait?type=mail.received&timeout_ms=${timeoutMs}`;
    const { status, body } = await fetch(url, { headers, signal });
    await body?.cancel();
    return status;
  };
  const hold = async () => {
    // One that is refused meets the wait that looks whether all are occupied.
    while (!signal.aborted) if ((await wait(55_000)) === 429) await sleep(100);
  };
  for (let held = 0; held < MAX_WAITS; held += 1) hold().catch(() => {});
  while ((await wait(500)) !== 429) await sleep(200);
}
