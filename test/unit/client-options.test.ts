import { once } from 'node:events';
import { globSync, readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { DynamoDBClient, GetItemCommand } from '@aws-sdk/client-dynamodb';
import { SESv2Client, SendEmailCommand } from '@aws-sdk/client-sesv2';
import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { afterEach, expect, test, vi } from 'vitest';
import { clientOptions } from '#shared/runtime/client-options.ts';
import { withDeadline, withResponseDeadline } from '#shared/runtime/deadline-scope.ts';
import { createDocumentClient } from '#shared/runtime/document-client.ts';

const ROOT = join(import.meta.dirname, '..', '..');
const CREDENTIALS = { accessKeyId: 'test', secretAccessKey: 'test' };

let server: Server | undefined;
afterEach(() => {
  server?.closeAllConnections();
  server?.close();
});

/** A server on loopback that counts connections, and responds with a body or never. */
async function serve(body: string | undefined): Promise<{ endpoint: string; connections: () => number }> {
  let connections = 0;
  server = createServer((_, response) => {
    if (body !== undefined) response.setHeader('content-type', 'application/json').end(body);
  });
  server.on('connection', () => {
    connections += 1;
  });
  await new Promise<void>((resolve) => server?.listen(0, '127.0.0.1', resolve));
  return { endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, connections: () => connections };
}

test('Every client of the AWS SDK in a function has timeouts', () => {
  const files = globSync(['shared/**/*.ts', 'functions/**/*.ts'], { cwd: ROOT });
  const clients = files.flatMap((file) => {
    const text = readFileSync(join(ROOT, file), 'utf8');
    const makesClients = text.includes("'@aws-sdk/client-") || text.includes('createDocumentClient(');
    if (!makesClients || file === 'shared/runtime/document-client.ts') return [];
    return [...text.matchAll(/(?:new \w+Client|createDocumentClient)\((.*)\)/g)].map(([made, options = '']) => {
      const isBounded = options.includes('clientOptions(') || /^(?:\{ \.\.\.)?options\b/.test(options);
      return { file, made, isBounded: isBounded && text.includes('clientOptions({') };
    });
  });
  expect(clients.length).toBeGreaterThan(8);
  expect(clients.filter(({ isBounded }) => !isBounded)).toEqual([]);
});

test('A client makes as many connections as it needs', () => {
  const agent = { keepAlive: true, maxSockets: Number.POSITIVE_INFINITY };
  expect(clientOptions({ maxAttempts: 5 }).requestHandler).toEqual({ httpAgent: agent, httpsAgent: agent });
});

/** A server in a thread of its own, which responds while this one computes. */
const RESPONDER = `
  const { parentPort } = require('node:worker_threads');
  const server = require('node:http').createServer((_, response) =>
    response.setHeader('content-type', 'application/json').end('{}'));
  server.listen(0, '127.0.0.1', () => parentPort.postMessage(server.address().port));`;

test('A thread that computes for longer than an attempt may take reads the response before it gives up', async () => {
  const responder = new Worker(RESPONDER, { eval: true });
  const [port] = await once(responder, 'message');
  const options = clientOptions({ maxAttempts: 1, requestMs: 600 });
  const common = { endpoint: `http://127.0.0.1:${port}`, region: 'eu-central-1', credentials: CREDENTIALS };
  const client = new DynamoDBClient({ ...options, ...common });
  const call = client.send(new GetItemCommand({ TableName: 'table', Key: { pk: { S: 'x' } } }));
  // The request is on its way when the thread stops.
  setImmediate(() => setTimeout(() => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1500), 100));
  await expect(call).resolves.toMatchObject({ $metadata: { attempts: 1 } });
  client.destroy();
  await responder.terminate();
});

test('A call ends at the deadline of its work, and is not tried again', async () => {
  const { endpoint, connections } = await serve(undefined);
  const deadline = new AbortController();
  const timeout = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(deadline.signal);
  const options = clientOptions({ maxAttempts: 5, requestMs: 60_000 });
  const client = new DynamoDBClient({ ...options, endpoint, region: 'eu-central-1', credentials: CREDENTIALS });
  const send = () => client.send(new GetItemCommand({ TableName: 'table', Key: { pk: { S: 'x' } } }));
  const call = withDeadline(1, send);
  await Promise.all([
    expect(call).rejects.toMatchObject({ name: 'AbortError' }),
    once(server as Server, 'request').then(() => deadline.abort()),
  ]);
  // What follows in the same work fails as well, and reaches nothing.
  await expect(withDeadline(1, send)).rejects.toMatchObject({ name: 'AbortError' });
  // A part of the work with more time of its own ends with the whole.
  const partial = () => {
    timeout.mockReturnValue(new AbortController().signal);
    return withDeadline(60_000, send);
  };
  await expect(withDeadline(1, partial)).rejects.toMatchObject({ name: 'AbortError' });
  expect(connections()).toBe(1);
  timeout.mockRestore();
  client.destroy();
});

test('A call ends at its own limit if that comes before the deadline of its work', async () => {
  const { endpoint } = await serve(undefined);
  const options = clientOptions({ maxAttempts: 5, requestMs: 60_000 });
  const client = new DynamoDBClient({ ...options, endpoint, region: 'eu-central-1', credentials: CREDENTIALS });
  const command = new GetItemCommand({ TableName: 'table', Key: { pk: { S: 'x' } } });
  const limit = new AbortController();
  const call = withDeadline(60_000, () => client.send(command, { abortSignal: limit.signal }));
  await Promise.all([
    expect(call).rejects.toMatchObject({ name: 'AbortError' }),
    once(server as Server, 'request').then(() => limit.abort()),
  ]);
  client.destroy();
});

test('Work has a second to respond before Lambda ends it, or API Gateway the request', () => {
  const timeout = vi.spyOn(AbortSignal, 'timeout');
  vi.useFakeTimers({ toFake: ['Date'], now: 1_000_000 });
  const deadline = (leftMs: number, waitMs: number, waitedMs: number) => {
    const awaited = { arrivedAt: Date.now() - waitedMs, waitMs };
    withResponseDeadline({ getRemainingTimeInMillis: () => leftMs }, awaited, () => {});
    return timeout.mock.lastCall?.[0];
  };
  expect(deadline(25_000, 29_000, 0)).toBe(24_000);
  expect(deadline(65_000, 60_000, 0)).toBe(59_000);
  expect(deadline(500, 60_000, 0)).toBe(0);
  // Loading the function took a while.
  expect(deadline(25_000, 29_000, 6_000)).toBe(22_000);
  // The time of arrival is not known.
  withResponseDeadline({ getRemainingTimeInMillis: () => 25_000 }, { arrivedAt: undefined, waitMs: 29_000 }, () => {});
  expect(timeout).toHaveBeenLastCalledWith(24_000);
  // Clocks that differ.
  expect(deadline(25_000, 29_000, 3_600_000)).toBe(18_000);
  expect(deadline(25_000, 29_000, -3_600_000)).toBe(24_000);
  vi.useRealTimers();
  timeout.mockRestore();
});

test('A call without a response fails after its timeout and is tried again', async () => {
  const { endpoint, connections } = await serve(undefined);
  const options = clientOptions({ maxAttempts: 2, requestMs: 200 });
  const client = new DynamoDBClient({ ...options, endpoint, region: 'eu-central-1', credentials: CREDENTIALS });
  const call = client.send(new GetItemCommand({ TableName: 'table', Key: { pk: { S: 'x' } } }));
  await expect(call).rejects.toMatchObject({ name: 'TimeoutError', $metadata: { attempts: 2 } });
  expect(connections()).toBe(2);
  client.destroy();
});

test.each([
  [true, 1],
  [false, 3],
])('With keepAlive %s, three mails use %i connections', async (keepAlive, expected) => {
  const { endpoint, connections } = await serve('{"MessageId":"1"}');
  const options = clientOptions({ maxAttempts: 1, keepAlive });
  const client = new SESv2Client({ ...options, endpoint, region: 'eu-central-1', credentials: CREDENTIALS });
  for (let mail = 0; mail < 3; mail++) {
    await client.send(new SendEmailCommand({ Content: { Raw: { Data: Buffer.from('x') } } }));
  }
  expect(connections()).toBe(expected);
  client.destroy();
});

test('The client of the table makes no log record of a call, and passes undefined attributes by', async () => {
  const middleware = ({ middlewareStack }: Pick<DynamoDBClient, 'middlewareStack'>) =>
    middlewareStack.identify().some((name) => name.includes('loggerMiddleware'));
  const { endpoint } = await serve('{}');
  const common = { endpoint, region: 'eu-central-1', credentials: CREDENTIALS };
  expect(middleware(new DynamoDBClient(common))).toBe(true);
  const client = createDocumentClient(common);
  expect(middleware(client)).toBe(false);
  await client.send(new PutCommand({ TableName: 'table', Item: { pk: 'x', gone: undefined } }));
  client.destroy();
});
