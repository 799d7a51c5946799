import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream } from 'node:stream/web';
import { fileURLToPath } from 'node:url';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { createMcpHandler, McpServer } from '@modelcontextprotocol/server';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { makeAgent, makeOrganization, sharedStack } from '#testing/fixture.ts';
import { eventually } from '../support/eventually.ts';
import { startTunnelServer } from '../support/tunnel-server.ts';

const COMMAND = fileURLToPath(new URL('../../clients/tunnel/aid-tunnel.ts', import.meta.url));

/** Runs the command until the test stops it. */
async function runCommand(args: readonly string[], key: string) {
  const child = spawn(process.execPath, [COMMAND, '--url', sharedStack().baseUrl, ...args], {
    env: { PATH: process.env.PATH, AID_KEY: key },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
  }
  const exited = once(child, 'exit');
  return {
    output: () => output,
    publicUrl: () =>
      eventually(() => {
        const [, url] = /^(http\S+) -> http/m.exec(output) ?? [];
        if (url === undefined) throw new Error(`no address yet: ${output}`);
        return url;
      }),
    exited,
    stop: async () => {
      child.kill('SIGINT');
      const [code] = await exited;
      return code;
    },
  };
}

/** A server of the Model Context Protocol with one tool, as its official SDK serves it. */
async function startMcpServer() {
  const handler = createMcpHandler(() => {
    const server = new McpServer({ name: 'calculator', version: '1.0.0' });
    server.registerTool(
      'add',
      { description: 'Adds two numbers.', inputSchema: z.object({ a: z.number(), b: z.number() }) },
      async ({ a, b }) => ({ content: [{ type: 'text', text: String(a + b) }] }),
    );
    return server;
  });
  const http = createServer(async (request, response) => {
    const hasBody = request.method !== 'GET' && request.method !== 'HEAD';
    const answer = await handler.fetch(
      new Request(`http://localhost${request.url}`, {
        method: request.method ?? 'GET',
        headers: request.headers as Record<string, string>,
        ...(hasBody && { body: Readable.toWeb(request) as never, duplex: 'half' }),
      } as RequestInit),
    );
    response.writeHead(answer.status, Object.fromEntries(answer.headers));
    if (answer.body === null) response.end();
    else await pipeline(Readable.fromWeb(answer.body as ReadableStream), response);
  });
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
  return { port: (http.address() as AddressInfo).port, stop: () => http.close() };
}

test('The command prints the public address and a line for each request, and deletes its tunnel at the end', async () => {
  const [agent, server] = await Promise.all([
    makeOrganization().then((owner) => makeAgent(owner)),
    startTunnelServer(),
  ]);
  const command = await runCommand(['--port', String(server.port)], agent.key);
  try {
    const publicUrl = await command.publicUrl();
    expect((await fetch(new URL('echo?x=1', publicUrl))).status).toBe(200);
    await eventually(() => expect(command.output()).toMatch(/^GET \/echo\?x=1 200 \d+ ms$/m));
    expect((await agent.api.ok('listTunnels', { query: {} })).tunnels).toHaveLength(1);
  } finally {
    expect(await command.stop()).toBe(0);
    await server.stop();
  }
  expect((await agent.api.ok('listTunnels', { query: {} })).tunnels).toEqual([]);
});

test('The command that npm has started ends with npm, and deletes its tunnel', async () => {
  const agent = await makeAgent(await makeOrganization());
  const command = ['run', '--silent', 'tunnel', '--', '--port', '1', '--url', sharedStack().baseUrl];
  const npm = spawn('npm', command, {
    cwd: fileURLToPath(new URL('../..', import.meta.url)),
    env: { PATH: process.env.PATH, HOME: process.env.HOME, AID_KEY: agent.key },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await once(npm.stdout, 'data');
  const tunnels = async () => (await agent.api.ok('listTunnels', { query: {} })).tunnels;
  expect(await tunnels()).toHaveLength(1);
  npm.kill('SIGTERM');
  await eventually(async () => expect(await tunnels()).toEqual([]));
});

test('The command says what is wrong with its key, and ends', async () => {
  const command = await runCommand(['--port', '1'], 'nonsense');
  expect(await command.exited).toEqual([1, null]);
  expect(command.output()).toContain('401');
});

test('The official client of the Model Context Protocol uses a server behind a tunnel', async () => {
  const [agent, server] = await Promise.all([makeOrganization().then((owner) => makeAgent(owner)), startMcpServer()]);
  const command = await runCommand(['--port', String(server.port)], agent.key);
  try {
    const client = new Client({ name: 'test', version: '1.0.0' });
    await client.connect(new StreamableHTTPClientTransport(new URL('mcp', await command.publicUrl())));
    expect((await client.listTools()).tools.map(({ name }) => name)).toEqual(['add']);
    const { content } = await client.callTool({ name: 'add', arguments: { a: 40, b: 2 } });
    expect(content).toEqual([{ type: 'text', text: '42' }]);
    await client.close();
  } finally {
    await command.stop();
    server.stop();
  }
});
