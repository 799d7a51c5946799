import { type AddressInfo, createServer, type Server } from 'node:net';

/** Where the browser itself connects, whatever it shows: for updates, and to learn about forms. */
const BROWSERS_OWN = ['*.googleapis.com', '*.google.com', '*.gvt1.com'];

/**
 * Every host but this machine, as one server that responds to nothing. The browser resolves all other names to it, so a
 * connection here would have left the machine: also one that is opened ahead of a request which the browser refuses.
 * Requests that it refuses at once do not get here, although its tools report them.
 */
export class OtherHosts {
  /** The hosts of the connections that came in, or what came first where that names none. */
  readonly names: string[] = [];
  readonly #server: Server;

  private constructor() {
    this.#server = createServer((socket) => {
      socket.on('error', () => {});
      // A TLS connection names its host in clear text, and so does a request without TLS.
      socket.once('data', (bytes) => {
        const text = bytes.toString('latin1');
        this.names.push(text.match(/[a-z0-9-]+(?:\.[a-z0-9-]+)*\.[a-z]{2,}/i)?.[0] ?? text);
        socket.destroy();
      });
    });
  }

  static async start(): Promise<OtherHosts> {
    const hosts = new OtherHosts();
    // It serves until the process ends, and does not keep it.
    hosts.#server.unref();
    await new Promise<void>((resolve) => hosts.#server.listen(0, '127.0.0.1', resolve));
    return hosts;
  }

  /** The option of Chromium that leads there. */
  get browserOption(): string {
    const { port } = this.#server.address() as AddressInfo;
    const own = BROWSERS_OWN.map((name) => `MAP ${name} ~NOTFOUND`);
    return `--host-resolver-rules=${own.join(', ')}, MAP * 127.0.0.1:${port}, EXCLUDE 127.0.0.1, EXCLUDE localhost`;
  }
}
