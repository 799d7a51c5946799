import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import type { Duplex } from 'node:stream';

const USER = 'ada';
const PASSWORD = 'correct horse';

/**
 * A proxy as companies have them: it wants a password, and opens tunnels with CONNECT to the hosts that it knows. It
 * forwards nothing in another way. See: RFC 9110, section 9.3.6.
 */
export class ForwardProxy {
  /** The hosts and ports that it has opened tunnels to. */
  readonly targets: string[] = [];
  /** What it has refused, each with the reason. */
  readonly refused: string[] = [];
  readonly #server: Server;
  readonly #hosts: Readonly<Record<string, number>>;
  readonly #sockets = new Set<Duplex>();

  private constructor(server: Server, hosts: Readonly<Record<string, number>>) {
    this.#server = server;
    this.#hosts = hosts;
  }

  /** Starts a proxy that knows these hosts, by name and port, each at a port of this machine. */
  static async start(hosts: Readonly<Record<string, number>>): Promise<ForwardProxy> {
    const server = createServer();
    const proxy = new ForwardProxy(server, hosts);
    server.on('request', ({ method, url }, response) => {
      proxy.refused.push(`${method} ${url}`);
      response.writeHead(405).end();
    });
    server.on('connect', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
      proxy.#open(request, socket, head);
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return proxy;
  }

  get #port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  /** Its address, with the password. */
  get url(): string {
    return `http://${USER}:${encodeURIComponent(PASSWORD)}@127.0.0.1:${this.#port}`;
  }

  /** Its address without the password, with which it refuses everything. */
  get urlWithoutPassword(): string {
    return `http://127.0.0.1:${this.#port}`;
  }

  #open({ url: target = '', headers }: IncomingMessage, socket: Duplex, head: Buffer): void {
    this.#keep(socket);
    const port = this.#hosts[target];
    const expected = `Basic ${Buffer.from(`${USER}:${PASSWORD}`).toString('base64')}`;
    if (headers['proxy-authorization'] !== expected) {
      this.refused.push(`${target} without the password`);
      socket.end('HTTP/1.1 407 Proxy Authentication Required\r\nproxy-authenticate: Basic realm="proxy"\r\n\r\n');
    } else if (port === undefined) {
      this.refused.push(`${target} is not known`);
      socket.end('HTTP/1.1 502 Bad Gateway\r\n\r\n');
    } else {
      this.targets.push(target);
      const upstream = connect(port, '127.0.0.1', () => {
        socket.write('HTTP/1.1 200 Connection Established\r\n\r\n');
        upstream.write(head);
        upstream.pipe(socket).pipe(upstream);
      });
      this.#keep(upstream);
    }
  }

  #keep(socket: Duplex): void {
    this.#sockets.add(socket);
    // A client that ends resets its connections.
    socket.on('error', () => socket.destroy()).on('close', () => this.#sockets.delete(socket));
  }

  async stop(): Promise<void> {
    const closed = once(this.#server, 'close');
    this.#server.close();
    for (const socket of this.#sockets) socket.destroy();
    this.#server.closeAllConnections();
    await closed;
  }
}
