import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { withTemporaryFolder } from '#testing/temporary-folder.ts';

const SUITE = join(import.meta.dirname, '../../node_modules/@modelcontextprotocol/conformance/dist/index.js');

/**
 * The scenarios of the official suite that need nothing but what this server has. The others call tools, resources,
 * prompts, completions, elicitation and logging of the server that the suite was written with.
 */
export const SCENARIOS = ['server-initialize', 'ping', 'tools-list', 'dns-rebinding-protection'];

/** A server as the suite can call it. */
export interface ConformanceTarget {
  readonly url: string;
  readonly close: () => void;
}

/**
 * Adds the key of an agent, which the suite cannot send. A page of this proxy is as one of the service itself; every
 * other `Origin` stays.
 */
export async function conformanceTarget({
  baseUrl,
  key,
}: {
  baseUrl: string;
  key: string;
}): Promise<ConformanceTarget> {
  const target = new URL(`${baseUrl}/v1/mcp`);
  let url = '';
  const server = createServer(async (request, response) => {
    const { host: _host, connection: _connection, 'content-length': _length, ...headers } = request.headers;
    const body = await buffer(request);
    if (headers.origin === new URL(url).origin) headers.origin = target.origin;
    const reply = await fetch(target, {
      method: request.method ?? 'POST',
      headers: { ...(headers as Record<string, string>), authorization: `Bearer ${key}` },
      ...(body.length > 0 && { body }),
    });
    response.writeHead(reply.status, { 'content-type': reply.headers.get('content-type') ?? 'application/json' });
    response.end(Buffer.from(await reply.arrayBuffer()));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1/mcp`;
  const close = () => {
    server.closeAllConnections();
    server.close();
  };
  return { url, close };
}

/** Runs a scenario, and returns what the suite prints. */
export async function runScenario({ url }: ConformanceTarget, scenario: string): Promise<string> {
  const { stdout } = await withTemporaryFolder((folder) =>
    promisify(execFile)(process.execPath, [SUITE, 'server', '--url', url, '--scenario', scenario, '-o', folder]),
  );
  return stdout;
}

/** What the suite prints of a scenario that has passed. */
export const PASSED = /Passed: [1-9]\d*\/\d+, 0 failed/;
