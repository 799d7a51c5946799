import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { type WebSocket, WebSocketServer } from 'ws';
import { ForwardProxy } from './forward-proxy.ts';
import { SINCE } from './proxied-calls.ts';
import { selfSigned } from './self-signed.ts';

/** A name that no resolver knows, so that nothing reaches the service but through the proxy. See: RFC 6761. */
const HOST = 'aid.test';

const EVENT = {
  id: 'evt_1',
  type: 'moon.landed',
  organization_id: 'org_1',
  identity_id: null,
  aggregate_type: null,
  aggregate_id: null,
  payload: {},
  created_at: '2026-01-02T00:00:00.000Z',
};
const TUNNEL = {
  id: 'tun_1',
  identity_id: 'agt_1',
  name: null,
  status: 'active',
  public_url: 'https://tunnel.test/',
  connect_url: `wss://${HOST}/tunnel`,
  created_at: SINCE,
};

/** What the service responds to each request, with the status. */
const REPLIES: Readonly<Record<string, readonly [status: number, reply?: object]>> = {
  'GET /v1/me': [200, { org_id: 'org_1', org_name: 'Acme', org_slug: 'acme', identity_id: 'agt_1' }],
  'GET /v1/events': [200, { events: [] }],
  'POST /v1/events/streams': [201, { id: 'str_1', connect_url: `wss://${HOST}/stream?ticket=t`, expires_at: SINCE }],
  'POST /v1/tunnels': [201, TUNNEL],
  'GET /v1/tunnels/tun_1': [200, TUNNEL],
  'DELETE /v1/tunnels/tun_1': [204],
};

/** A service with TLS and WebSockets, which only a proxy knows. */
export class ProxiedService {
  readonly url = `https://${HOST}`;
  readonly proxy: ForwardProxy;
  /** The certificate that clients have to trust. */
  readonly certificate: string;
  /** The requests and handshakes that have arrived. */
  readonly seen: string[];
  /** What the server behind the tunnel has responded to the request of the service. */
  readonly responses: string[];
  readonly #responded = Promise.withResolvers<void>();
  readonly #server: Server;
  readonly #sockets: WebSocketServer;

  private constructor(proxy: ForwardProxy, certificate: string, server: Server, sockets: WebSocketServer) {
    this.proxy = proxy;
    this.certificate = certificate;
    this.#server = server;
    this.#sockets = sockets;
    this.seen = [];
    this.responses = [];
  }

  static async start(): Promise<ProxiedService> {
    const { privateKey, certificate } = selfSigned(HOST);
    const key = privateKey.export({ format: 'pem', type: 'pkcs8' });
    const server = createServer({ key, cert: certificate });
    const sockets = new WebSocketServer({ server });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const proxy = await ForwardProxy.start({ [`${HOST}:443`]: (server.address() as AddressInfo).port });
    const service = new ProxiedService(proxy, certificate, server, sockets);
    server.on('request', (request, response) => void service.#reply(request, response));
    sockets.on('connection', (socket, request) => service.#serve(socket, request));
    return service;
  }

  async #reply({ method, url = '' }: IncomingMessage, response: ServerResponse): Promise<void> {
    const request = `${method} ${url.replace(/\?.*/, '')}`;
    this.seen.push(request);
    // So a program learns when it may end its tunnel.
    if (request === 'GET /v1/tunnels/tun_1') await this.#responded.promise;
    const [status, reply] = REPLIES[request] ?? [404, { error: { code: 'route.not_found', message: request } }];
    response.writeHead(status, { 'content-type': 'application/json' });
    response.end(reply === undefined ? undefined : JSON.stringify(reply));
  }

  #serve(socket: WebSocket, { url = '' }: IncomingMessage): void {
    const path = url.replace(/\?.*/, '');
    this.seen.push(`websocket ${path}`);
    const send = (message: object) => socket.send(JSON.stringify(message));
    if (path === '/stream') {
      send({ type: 'ready', cursor: SINCE });
      send({ type: 'event', after: SINCE, cursor: EVENT.created_at, event: EVENT });
      return;
    }
    socket.on('message', (data) => {
      const message = JSON.parse(String(data)) as { type: string; body?: string };
      if (message.type === 'ping') {
        send({ type: 'pong', tunnel_id: TUNNEL.id, public_url: TUNNEL.public_url });
        send({ type: 'request', id: 'req_1', method: 'GET', path: '/hello', headers: [] });
      } else if (message.type === 'response') {
        this.responses.push(Buffer.from(message.body ?? '', 'base64').toString());
        this.#responded.resolve();
      }
    });
  }

  async stop(): Promise<void> {
    await this.proxy.stop();
    for (const socket of this.#sockets.clients) socket.terminate();
    const closed = once(this.#server, 'close');
    this.#server.close();
    this.#server.closeAllConnections();
    await closed;
  }
}
