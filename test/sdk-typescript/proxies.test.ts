import { writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { Agent } from 'node:https';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { ProxyAgent, WebSocket as UndiciWebSocket, fetch as undiciFetch } from 'undici';
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { WebSocket as WsWebSocket } from 'ws';
import { Aid, type AidOptions, ConnectionError, ValidationError } from '#clients/typescript/src/index.ts';
import { withTemporaryFolder } from '#testing/temporary-folder.ts';
import { callAndFollow, SINCE, serveOnce } from '../support/proxied-calls.ts';
import { ProxiedService } from '../support/proxied-service.ts';
import { mustRun } from '../support/tools/run-command.ts';

let service: ProxiedService;

beforeEach(async () => {
  service = await ProxiedService.start();
});

afterEach(async () => {
  vi.unstubAllGlobals();
  await service.stop();
});

const GOT = { organization: 'Acme', event: 'evt_1' };

/** The options for undici's proxy, as the README has them. */
function throughUndici(uri = service.proxy.url): AidOptions {
  const dispatcher = new ProxyAgent({ uri, requestTls: { ca: service.certificate } });
  onTestFinished(() => dispatcher.destroy());
  return {
    fetch: (url, init) => undiciFetch(url, { ...init, dispatcher }),
    webSocket: class extends UndiciWebSocket {
      constructor(url: string, protocols: string[] = []) {
        super(url, { protocols, dispatcher });
      }
    },
  };
}

/** A constructor of the `ws` package with an agent that opens tunnels through the proxy. */
function wsThroughAgent(): NonNullable<AidOptions['webSocket']> {
  const agent = new Agent({ ca: service.certificate, proxyEnv: { HTTPS_PROXY: service.proxy.url } });
  onTestFinished(() => agent.destroy());
  return class extends WsWebSocket {
    constructor(url: string, protocols?: string[]) {
      super(url, protocols, { agent, ca: service.certificate });
    }
  };
}

function clientOf(options: AidOptions): Aid {
  return new Aid({ key: 'aid_agt_test', url: service.url, maxRetries: 0, ...options });
}

/** Expects that requests, an event stream and a tunnel have arrived, and that nothing else was asked of the proxy. */
function expectAllThroughProxy(): void {
  expect(service.seen).toEqual(expect.arrayContaining(['GET /v1/me', 'websocket /stream', 'websocket /tunnel']));
  expect(service.proxy.refused).toEqual([]);
  expect([...new Set(service.proxy.targets)]).toEqual(['aid.test:443']);
}

test.each(['undici alone', 'undici and ws with an agent'])(
  'Requests, event streams and tunnels go through the proxy of %s',
  async (name) => {
    const aid = clientOf({ ...throughUndici(), ...(name !== 'undici alone' && { webSocket: wsThroughAgent() }) });
    expect(await callAndFollow(aid)).toEqual(GOT);
    const { close } = await serveOnce(aid);
    await expect.poll(() => service.responses).toEqual(['hello']);
    await close();
    expectAllThroughProxy();
  },
);

test('With NODE_USE_ENV_PROXY, the global fetch and WebSocket of Node go through the proxy of the environment', () =>
  withTemporaryFolder(async (folder) => {
    const certificate = join(folder, 'certificate.pem');
    writeFileSync(certificate, service.certificate);
    const program = join(import.meta.dirname, '..', 'support', 'proxied-program.ts');
    const env = {
      AID_URL: service.url,
      AID_KEY: 'aid_agt_test',
      NODE_USE_ENV_PROXY: '1',
      NODE_EXTRA_CA_CERTS: certificate,
      HTTPS_PROXY: service.proxy.url,
      https_proxy: undefined,
      NO_PROXY: undefined,
      no_proxy: undefined,
    };
    const { stdout } = await mustRun(process.execPath, [program], { env });
    expect(JSON.parse(stdout)).toEqual(GOT);
    expectAllThroughProxy();
  }));

test('The server behind a tunnel is not reached through the proxy', async () => {
  const server = createServer((_request, response) => void response.end('from the server'));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  const tunnel = await clientOf(throughUndici()).tunnels.serve({ port });
  await expect.poll(() => service.responses).toEqual(['from the server']);
  await tunnel.close();
  expect(service.proxy.refused).toEqual([]);
  expect([...new Set(service.proxy.targets)]).toEqual(['aid.test:443']);
});

test('A proxy that wants a password is an error of the connection', async () => {
  const aid = clientOf(throughUndici(service.proxy.urlWithoutPassword));
  await expect(aid.me()).rejects.toThrow(ConnectionError);
  expect(service.seen).toEqual([]);
});

test('Where the runtime has no WebSocket, streams and tunnels use the one that the program passes', async () => {
  vi.stubGlobal('WebSocket', undefined);
  const aid = clientOf({ ...throughUndici(), webSocket: wsThroughAgent() });
  expect(await callAndFollow(aid)).toEqual(GOT);
  const { close } = await serveOnce(aid);
  await close();
  expectAllThroughProxy();
});

test('Where there is no WebSocket at all, a tunnel is refused before a request, by the name of the option', async () => {
  vi.stubGlobal('WebSocket', undefined);
  const { fetch } = throughUndici();
  const served = clientOf({ fetch }).tunnels.serve({ port: 1 });
  await expect(served).rejects.toThrow(/^webSocket: this runtime has no WebSocket; pass the constructor/);
  await expect(served).rejects.toThrow(ValidationError);
  expect(service.seen).toEqual([]);
});

test('What a constructor of WebSockets throws is reported once, as a mistake of the program', async () => {
  const own = new Error('no agent for today');
  const Failing = class {
    constructor() {
      throw own;
    }
  } as unknown as NonNullable<AidOptions['webSocket']>;
  const { fetch } = throughUndici();
  const aid = clientOf({ fetch, webSocket: Failing });
  const calls: (() => Promise<unknown>)[] = [
    () => aid.events.follow({ since: SINCE }).next(),
    () => aid.tunnels.serve({ port: 1 }),
  ];
  for (const call of calls) {
    const error = await call().catch((caught: unknown) => caught);
    expect(error).toBeInstanceOf(ValidationError);
    expect(error).toMatchObject({ message: 'webSocket: it failed: no agent for today', cause: own });
  }
  expect(service.seen.filter((request) => request === 'POST /v1/events/streams')).toHaveLength(1);
});
