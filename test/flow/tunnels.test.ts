import { beforeAll, expect, test } from 'vitest';
import { errorOf, useTunnelClients } from '../support/tunnel-clients.ts';
import { LARGE, sha256 } from '../support/tunnel-server.ts';

const tunnels = useTunnelClients();

let site: Awaited<ReturnType<typeof tunnels.create>>;
const at = (path: string) => new URL(path, site.publicUrl).href;

beforeAll(async () => {
  site = await tunnels.create();
  await tunnels.connect(site.connectUrl);
});

test('Cookies of the tunnel, redirects and every status pass unchanged', async () => {
  expect((await fetch(at('cookies'))).headers.getSetCookie()).toEqual(['b=2; HttpOnly']);
  const moved = await fetch(at('redirect'), { redirect: 'manual' });
  expect([moved.status, moved.headers.get('location')]).toEqual([302, '/elsewhere']);
  for (const status of [204, 304, 418, 500, 503]) {
    const response = await fetch(at(`status/${status}`));
    expect([response.status, response.headers.get('x-aid-tunnel-error')]).toEqual([status, null]);
  }
  const head = await fetch(at('large'), { method: 'HEAD' });
  expect([head.status, await head.text()]).toEqual([200, '']);
});

test('Bodies of all sizes arrive byte for byte in both directions', async () => {
  expect(sha256(new Uint8Array(await (await fetch(at('large'))).arrayBuffer()))).toBe(sha256(LARGE));
  expect((await (await fetch(at('middle'))).arrayBuffer()).byteLength).toBe(90_000);
  for (const size of [0, 1, 23_900, 24_000, 24_001, 73_729, 98_304, 98_305, 4_613_734]) {
    const body = LARGE.subarray(0, size);
    const response = await fetch(at('hash'), { method: 'POST', body });
    expect([size, await response.text()]).toEqual([size, sha256(body)]);
  }
});

test('Fifty requests at once each get their own response', async () => {
  const answers = await Promise.all(
    Array.from({ length: 50 }, async (_, index) => {
      const response = await fetch(at(`echo?n=${index}`));
      return ((await response.json()) as { url: string }).url;
    }),
  );
  expect(answers).toEqual(Array.from({ length: 50 }, (_, index) => `/echo?n=${index}`));
});

test('Server-sent events arrive one by one', async () => {
  const response = await fetch(at('events?n=5'));
  expect(response.headers.get('content-type')).toBe('text/event-stream');
  const pieces: string[] = [];
  const decoder = new TextDecoder();
  for await (const chunk of response.body as unknown as AsyncIterable<Uint8Array>) {
    pieces.push(decoder.decode(chunk));
    // The server sends the next one, or the end, only now.
    await fetch(at('next-event'));
  }
  expect(pieces).toEqual([0, 1, 2, 3, 4].map((index) => `data: ${index}\n\n`));
});

test.each([4_613_735, 4_718_592, 5_000_000, 6_500_000])('A request body of %i bytes is too large', async (size) => {
  const response = await fetch(at('hash'), { method: 'POST', body: Buffer.alloc(size, 'x') });
  expect([response.status, response.headers.get('x-aid-tunnel-error')]).toEqual([413, 'too_large']);
});

test('A response above 6 MB is a 502 that says so', async () => {
  const response = await fetch(at('sized/6291457'));
  expect([response.status, response.headers.get('x-aid-tunnel-error')]).toEqual([502, 'response_too_large']);
  expect(await response.text()).toContain('larger than 6 MB');
  expect((await (await fetch(at('sized/6291456'))).arrayBuffer()).byteLength).toBe(6_291_456);
});

test('A server sends headers with names of JavaScript, and none that would act on other tunnels', async () => {
  const { status, headers } = await fetch(at('origin'));
  expect([status, headers.get('constructor'), headers.get('__proto__')]).toEqual([200, 'a', 'b']);
  for (const name of ['clear-site-data', 'service-worker-allowed', 'x-aid-tunnel-error']) {
    expect(headers.get(name)).toBeNull();
  }
});

test('A response that its server breaks off is an error if its length is known, and otherwise ends early', async () => {
  const streamed = await fetch(at('broken'));
  expect([streamed.status, await streamed.text()]).toEqual([200, 'the beginning']);
  expect(await errorOf(at('broken/50000'))).toEqual([502, 'server_unreachable']);
});

test('The server behind the tunnel that does not listen is a 502', async () => {
  const { connectUrl, publicUrl } = await tunnels.create();
  await tunnels.connect(connectUrl, { host: '127.0.0.1', port: 1 });
  const response = await fetch(publicUrl);
  expect([response.status, response.headers.get('x-aid-tunnel-error')]).toEqual([502, 'server_unreachable']);
});
