import { statSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { GetObjectCommand, PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ApiGateway, startApiGateway } from '#local/gateway/api-gateway.ts';
import type { LocalStack } from '#local/local-stack.ts';
import { makeTemporaryFolder } from '#local/state/temporary-folder.ts';
import { openWorkspace } from '#local/state/workspace.ts';
import { startFixture } from './support/fixture.ts';
import { SMALL_STACK } from './support/small-stack.ts';

const SECRET = 'a-random-secret-of-this-start';
let stack: LocalStack;
/**
 * The public side of tunnels is a second gateway of the same kind. Without an API it responds 503 to who may connect.
 */
let tunnels: ApiGateway;
let port: number;

beforeAll(async () => {
  stack = await startFixture(SMALL_STACK, { settings: { emulatorSecret: SECRET } });
  port = Number(new URL(stack.url).port);
  tunnels = await startApiGateway({ port: 0, what: 'tunnels', variable: 'AID_TUNNEL_PORT' });
});

afterAll(async () => {
  await tunnels?.close();
  await stack?.stop();
});

interface Sent {
  readonly method?: string;
  readonly path?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly at?: number;
}

/** The status and the body of the response to a request with exactly these headers. */
function send({ method = 'GET', path = '/_local/outbox', headers = {}, at = port }: Sent) {
  return new Promise<{ status: number; text: string }>((resolve, reject) => {
    const call = request({ host: '127.0.0.1', port: at, method, path, headers: { ...headers } }, async (response) => {
      const chunks: Buffer[] = [];
      for await (const chunk of response) chunks.push(chunk as Buffer);
      resolve({ status: response.statusCode ?? 0, text: Buffer.concat(chunks).toString() });
    });
    call.on('upgrade', (_, socket) => {
      socket.destroy();
      resolve({ status: 101, text: '' });
    });
    call.on('error', reject).end();
  });
}

const SOCKET = { connection: 'Upgrade', upgrade: 'websocket', 'sec-websocket-version': '13' } as const;
const KEY = { 'sec-websocket-key': Buffer.alloc(16).toString('base64') } as const;

/** What a page can reach: a page of the stack, an operation, a public address of a tunnel, and a WebSocket. */
const reaches = (): [string, Sent, number][] => [
  ['/_local', {}, 200],
  ['an operation', { path: '/v1/things/x' }, 200],
  ['a write', { method: 'POST', path: '/v1/things' }, 200],
  ['the public side of tunnels', { path: '/t/x/', at: tunnels.port }, 503],
  ['a WebSocket', { path: '/test', headers: { ...SOCKET, ...KEY } }, 503],
];

test('Every name of loopback reaches every port of the stack', async () => {
  for (const name of ['127.0.0.1', 'localhost', 'LOCALHOST', '[::1]', '127.1.2.3', 'abc.tunnels.localhost']) {
    for (const [what, sent, status] of reaches()) {
      const host = `${name}:${sent.at ?? port}`;
      expect((await send({ ...sent, headers: { ...sent.headers, host } })).status, `${what} ${host}`).toBe(status);
    }
  }
});

test('A request for any other host is refused, so that a page with a name that resolves to loopback reads nothing', async () => {
  const own = String(port);
  const hosts = [
    'evil.example',
    'localhost.evil.example',
    'evil-localhost',
    '127.0.0.1.evil.example',
    '192.168.1.7',
    '',
  ];
  for (const name of hosts) {
    for (const [what, sent] of reaches()) {
      const host = `${name}:${sent.at ?? own}`;
      const refused = await send({ ...sent, headers: { ...sent.headers, host } });
      expect(refused.status, `${what} ${host}`).toBe(403);
    }
  }
  const { text } = await send({ headers: { host: `evil.example:${own}` } });
  expect(JSON.parse(text)).toEqual({
    error: {
      code: 'auth.forbidden',
      message: `The host "evil.example:${own}" is not a name of this machine with the port ${own}.`,
      request_id: expect.any(String),
      retryable: false,
    },
  });
});

test('A name of loopback with another port, or without one, is refused', async () => {
  for (const host of [
    '127.0.0.1',
    'localhost:80',
    `localhost:${port + 1}`,
    `localhost:${port}:${port}`,
    `x@localhost:${port}`,
  ]) {
    expect((await send({ headers: { host } })).status, host).toBe(403);
  }
});

test('A request line with a whole address does not pass by its Host header', async () => {
  const host = `127.0.0.1:${port}`;
  const path = (authority: string) => `http://${authority}/_local/outbox`;
  expect((await send({ path: path(`evil.example:${port}`), headers: { host } })).status).toBe(403);
  expect((await send({ path: path(host), headers: { host: `evil.example:${port}` } })).status).toBe(403);
  expect((await send({ path: path(host), headers: { host } })).status).toBe(200);
});

test.each<[string, Record<string, string>]>([
  ['another site', { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'no-cors' }],
  ['another port of this machine', { 'sec-fetch-site': 'same-site', 'sec-fetch-mode': 'cors' }],
  [
    'another site in a frame',
    { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'iframe' },
  ],
  ['an origin without a name', { origin: 'null' }],
  ['another origin', { origin: 'https://evil.example' }],
  ['another port, by its origin', { origin: 'http://127.0.0.1:9' }],
])('A request that a page of %s sends is refused at every port', async (_, headers) => {
  for (const [what, sent] of reaches()) {
    const host = `127.0.0.1:${sent.at ?? port}`;
    expect((await send({ ...sent, headers: { ...sent.headers, host, ...headers } })).status, what).toBe(403);
  }
});

test('A form of another site is refused, and so is a write that claims to be a link', async () => {
  const navigation = { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' };
  const write = await send({ method: 'POST', path: '/v1/things', headers: navigation });
  expect(write.status).toBe(403);
});

test('Requests of the own origin, of the address bar, of programs, and links to a page are served', async () => {
  const link = { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' };
  const served: Record<string, string>[] = [
    {},
    { 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'cors', origin: `http://127.0.0.1:${port}` },
    { 'sec-fetch-site': 'none', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' },
    link,
  ];
  for (const headers of served) {
    expect((await send({ headers })).status, JSON.stringify(headers)).toBe(200);
  }
});

test('The emulated services serve only requests that are signed with the secret of this start', async () => {
  const at = Number(new URL(stack.awsEndpoint).port);
  const forged =
    'AWS4-HMAC-SHA256 Credential=echo/20260101/us-east-1/sqs/aws4_request, SignedHeaders=host, Signature=00';
  const unsigned: Record<string, string>[] = [{}, { authorization: forged }, { authorization: 'AWS4-HMAC-SHA256 ' }];
  for (const headers of unsigned) {
    const received = { method: 'POST', path: '/', headers: { 'x-amz-target': 'AmazonSQS.ListQueues', ...headers } };
    expect((await send({ ...received, at })).status).toBe(403);
    expect((await send({ path: '/mail?list-type=2', at, headers })).status).toBe(403);
    expect((await send({ path: '/v2/email/account', at, headers })).status).toBe(403);
    expect((await send({ method: 'DELETE', path: '/mail/a', at, headers })).status).toBe(403);
  }
  const client = (secretAccessKey: string) =>
    new S3Client({
      endpoint: stack.awsEndpoint,
      region: 'us-east-1',
      credentials: { accessKeyId: 'echo', secretAccessKey },
      forcePathStyle: true,
    });
  const Key = "a b/ü!'()*~+&=?.txt";
  const put = new PutObjectCommand({ Bucket: 'mail', Key, Body: 'text' });
  await expect(client('local').send(put)).rejects.toMatchObject({ $metadata: { httpStatusCode: 403 } });
  await client(SECRET).send(put);
});

test.runIf(process.platform === 'linux')(
  'The database engine, which accepts every page, has an address that no page can find',
  () => {
    const { hostname } = new URL(stack.dynamodbEndpoint);
    expect(hostname).toMatch(/^127\./);
    expect(hostname).not.toBe('127.0.0.1');
  },
);

test('A presigned link works for its object and nothing else, and does not reveal the secret', async () => {
  const credentials = { accessKeyId: 'echo', secretAccessKey: SECRET };
  const options = { endpoint: stack.awsEndpoint, region: 'us-east-1', credentials, forcePathStyle: true };
  const s3 = new S3Client(options);
  const Bucket = 'mail';
  await s3.send(new PutObjectCommand({ Bucket, Key: 'one', Body: 'first' }));
  await s3.send(new PutObjectCommand({ Bucket, Key: 'two', Body: 'second' }));
  const ResponseContentDisposition = 'attachment; filename="a b.txt"';
  const link = await getSignedUrl(s3, new GetObjectCommand({ Bucket, Key: 'one', ResponseContentDisposition }));
  expect(link).not.toContain(SECRET);
  expect(await (await fetch(link)).text()).toBe('first');
  for (const other of [link.replace('/one?', '/two?'), link.replace('a%20b', 'other'), link.split('?')[0] ?? '']) {
    expect((await fetch(other)).status, other).toBe(403);
  }
  expect((await fetch(link, { method: 'DELETE' })).status).toBe(403);
});

test('Only its owner can enter the state folder, also if an earlier version made it for everyone', async () => {
  const dir = makeTemporaryFolder(tmpdir(), 'aid-visitors');
  const modeOf = (folder: string) => statSync(folder).mode & 0o777;
  const made = join(dir, 'made');
  openWorkspace(made).release();
  expect(modeOf(made)).toBe(0o700);
  const open = join(dir, 'open');
  await mkdir(open, { mode: 0o755 });
  openWorkspace(open).release();
  expect(modeOf(open)).toBe(0o700);
});
