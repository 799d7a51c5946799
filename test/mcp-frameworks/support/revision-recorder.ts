import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream } from 'node:stream/web';

/** A way to the MCP server that records which revisions of the protocol its clients speak. */
export interface RevisionRecorder {
  readonly url: string;
  /** By the name in the path: `<url>/<name>`. */
  readonly revisions: ReadonlyMap<string, ReadonlySet<string>>;
  stop(): Promise<void>;
}

/** Passes every request on as it is, and records the header by which a client names its revision. */
export async function recordRevisions(server: string): Promise<RevisionRecorder> {
  const revisions = new Map<string, Set<string>>();
  const proxy = createServer(async (request, response) => {
    const name = request.url?.slice(1) ?? '';
    const { 'mcp-protocol-version': revision, host: _host, connection: _connection, ...headers } = request.headers;
    if (typeof revision === 'string') revisions.set(name, (revisions.get(name) ?? new Set()).add(revision));
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const passed = new Headers({ ...(headers as Record<string, string>) });
    if (typeof revision === 'string') passed.set('mcp-protocol-version', revision);
    passed.delete('content-length');
    const body = chunks.length === 0 ? null : Buffer.concat(chunks);
    const {
      status,
      headers: received,
      body: content,
    } = await fetch(server, { method: request.method, headers: passed, body });
    const { 'content-encoding': _coding, 'content-length': _length, ...kept } = Object.fromEntries(received);
    response.writeHead(status, kept);
    if (content === null) response.end();
    else await pipeline(Readable.fromWeb(content as ReadableStream), response).catch(() => response.destroy());
  });
  proxy.listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  return {
    url: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`,
    revisions,
    stop: async () => {
      proxy.closeAllConnections();
      proxy.close();
      await once(proxy, 'close');
    },
  };
}
