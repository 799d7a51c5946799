import { createReadStream } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join, normalize } from 'node:path';
import { lookup } from 'mrmime';

/** Serves the files of a folder to a browser, as a site would that has the package among its own files. */
export class PackageServer {
  readonly #server: Server;

  private constructor(server: Server) {
    this.#server = server;
  }

  static async start(folder: string): Promise<PackageServer> {
    const server = createServer((request, response) => {
      const { pathname } = new URL(request.url ?? '/', 'http://localhost');
      const file = join(folder, normalize(pathname));
      const stream = createReadStream(file);
      stream.once('error', () => response.writeHead(404).end());
      stream.once('open', () => {
        // A browser runs no module without the type of JavaScript.
        response.setHeader('content-type', lookup(extname(file)) ?? 'application/octet-stream');
        stream.pipe(response);
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return new PackageServer(server);
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }
}
