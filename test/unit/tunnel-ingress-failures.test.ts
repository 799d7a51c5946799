import { PassThrough } from 'node:stream';
import { beforeEach, expect, test, vi } from 'vitest';
import { forwardRequest } from '#shared/services/tunnels/forward-request.ts';
import { ResponseTooLargeError } from '#shared/services/tunnels/read-response.ts';
import { INVOCATION } from '../support/invocation.ts';

vi.mock('#shared/services/tunnels/forward-request.ts', () => ({ forwardRequest: vi.fn() }));

type Streaming = (event: object, stream: PassThrough, context: object) => Promise<unknown>;

/** The global of Lambda's runtime: it passes the function a stream, and here returns the head that was written. */
globalThis.awslambda = {
  streamifyResponse: (streaming: Streaming) => async (event: object, context: object) => {
    const stream = new PassThrough().on('error', () => {}).resume();
    await streaming(event, stream, context);
    return heads.get(stream);
  },
  HttpResponseStream: {
    from: (stream: PassThrough, head: object) => {
      heads.set(stream, head);
      return stream;
    },
  },
} as never;
const heads = new WeakMap<PassThrough, object>();

const { handler } = await import('#functions/workers/tunnel-ingress/index.ts');

/** The lines of metrics that the function has written to its log. */
let published: Record<string, unknown>[];

beforeEach(() => {
  for (const [name, value] of [
    ['TABLE_NAME', 'rows'],
    ['LIMITS', '{}'],
    ['STAGE', 'prod'],
    ['AWS_REGION', 'eu-central-1'],
  ] as const)
    vi.stubEnv(name, value);
  published = [];
  vi.spyOn(process.stdout, 'write').mockImplementation((line) => {
    published.push(JSON.parse(String(line)));
    return true;
  });
});

const request = {
  httpMethod: 'GET',
  path: '/t/one',
  requestContext: { identity: { sourceIp: '192.0.2.1' }, path: '/prod/t/one', stage: 'prod' },
};
const invoke = () =>
  (handler as (event: object, context: object) => Promise<{ statusCode: number }>)(request, INVOCATION);

test('A response that turns out to be too large fails the invocation and is not counted for the alarm', async () => {
  async function* body(): AsyncGenerator<Uint8Array> {
    yield new TextEncoder().encode('half');
    throw new ResponseTooLargeError('more than 6 MB');
  }
  vi.mocked(forwardRequest).mockResolvedValue({ status: 200, headers: [], body: body() });
  await expect(invoke()).rejects.toThrow();
  expect(published).toEqual([]);
});

test('A response that the service cannot read to its end is counted for the alarm', async () => {
  async function* body(): AsyncGenerator<Uint8Array> {
    yield new TextEncoder().encode('half');
    throw new Error('the table is gone');
  }
  vi.mocked(forwardRequest).mockResolvedValue({ status: 200, headers: [], body: body() });
  await expect(invoke()).rejects.toThrow();
  expect(published).toEqual([expect.objectContaining({ WorkerFailures: 1 })]);
});

test('A public request that the service fails at gets 500 and is counted for the alarm', async () => {
  vi.mocked(forwardRequest).mockRejectedValue(new Error('the table is gone'));
  expect(await invoke()).toMatchObject({ statusCode: 500 });
  expect(published).toEqual([expect.objectContaining({ WorkerFailures: 1, service: 'aid-prod-workers' })]);
});

test('A server may send headers with names that mean something in JavaScript', async () => {
  const names = ['constructor', '__proto__', 'toString', 'hasOwnProperty'];
  vi.mocked(forwardRequest).mockResolvedValue({
    status: 200,
    headers: [...names, ...names].map((name) => [name, 'a'] as const),
    body: Buffer.from('ok'),
  });
  const { multiValueHeaders } = JSON.parse(JSON.stringify(await invoke()));
  expect(Object.entries(multiValueHeaders)).toEqual(names.map((name) => [name.toLowerCase(), ['a', 'a']]));
});
