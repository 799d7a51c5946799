import { constants, gunzipSync, inflateSync } from 'node:zlib';
import { assert, asyncProperty, constantFrom, string } from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import { encodeContent } from '#local/gateway/content-encoding.ts';
import { COMPRESS_FROM_BYTES } from '#shared/domain/http/compression.ts';
import { compress, compressStream } from '#shared/runtime/pipeline/compress.ts';

const LONG = JSON.stringify({ text: 'Zürich '.repeat(400) });

/** Values of `accept-encoding`, and whether they prefer gzip. See: RFC 9110, section 12.5.3. */
const WISHES: readonly [string | undefined, boolean][] = [
  ['gzip', true],
  ['gzip, deflate, br, zstd', true],
  ['GZIP', true],
  ['br;q=1.0, gzip;q=0.8', true],
  ['deflate, gzip;q=0.5, identity;q=0.1', true],
  [undefined, false],
  ['', false],
  ['br', false],
  ['identity', false],
  ['gzip;q=0', false],
  ['gzip;q=0.1, identity;q=0.9', false],
  ['nonsense; q=x', false],
];

describe('the compression of streamed responses', () => {
  test.each(WISHES)('With accept-encoding %j, gzip is used: %j', async (accepted, wanted) => {
    const { bytes, headers } = await compress(LONG, accepted);
    expect(headers).toEqual(wanted ? { 'content-encoding': 'gzip' } : {});
    expect((wanted ? gunzipSync(bytes) : Buffer.from(bytes)).toString()).toBe(LONG);
    expect(bytes.length < Buffer.byteLength(LONG) / 10).toBe(wanted);
  });

  test('A body is compressed from the size on that API Gateway compresses at', async () => {
    const [below, reached] = [COMPRESS_FROM_BYTES - 1, COMPRESS_FROM_BYTES].map((size) => 'x'.repeat(size));
    expect((await compress(below ?? '', 'gzip')).headers).toEqual({});
    expect((await compress(reached ?? '', 'gzip')).headers).toEqual({ 'content-encoding': 'gzip' });
  });

  test('Every text is the same after it is decompressed', async () => {
    await assert(
      asyncProperty(string({ unit: 'grapheme', maxLength: 5_000 }), async (text) => {
        const { bytes, headers } = await compress(text, 'gzip');
        const plain = 'content-encoding' in headers ? gunzipSync(bytes) : Buffer.from(bytes);
        expect(plain.toString()).toBe(text);
      }),
    );
  });
});

describe('the compression of server-sent events', () => {
  const readable = (bytes: Uint8Array) => gunzipSync(bytes, { finishFlush: constants.Z_SYNC_FLUSH }).toString();

  test.each(WISHES)('With accept-encoding %j, gzip is used: %j', async (accepted, wanted) => {
    async function* events() {
      yield 'data: ä\n\n';
      yield 'data: 2\n\n';
    }
    const { body, headers } = compressStream(events(), accepted);
    const bytes = Buffer.concat((await body.toArray()) as Buffer[]);
    expect(headers).toEqual(wanted ? { 'content-encoding': 'gzip' } : {});
    expect((wanted ? gunzipSync(bytes) : bytes).toString()).toBe('data: ä\n\ndata: 2\n\n');
  });

  test('Each event can be read before there is another one, and a client that disconnects closes their source', async () => {
    const first = Promise.withResolvers<void>();
    let isClosed = false;
    async function* events() {
      try {
        yield 'data: 1\n\n';
        await first.promise;
        for (;;) yield 'data: 2\n\n';
      } finally {
        isClosed = true;
      }
    }
    const received: Buffer[] = [];
    for await (const part of compressStream(events(), 'gzip').body) {
      received.push(part as Buffer);
      const text = readable(Buffer.concat(received));
      if (text.includes('data: 2')) break;
      if (text === 'data: 1\n\n') first.resolve();
    }
    await vi.waitFor(() => expect(isClosed).toBe(true));
  });

  test('An error of the source is one of the stream', async () => {
    async function* failing() {
      yield 'data: 1\n\n';
      throw new Error('It failed.');
    }
    await expect(compressStream(failing(), 'gzip').body.toArray()).rejects.toThrow('It failed.');
  });
});

describe('the compression of the local gateway', () => {
  const bytes = Buffer.from(LONG);
  const encode = (acceptEncoding: string | undefined, headers: object = {}, minimumBytes: number | undefined = 1024) =>
    encodeContent(bytes, { ...headers }, { acceptEncoding, minimumBytes });

  test.each([...WISHES, ['*', false] as const])(
    'With accept-encoding %j, it compresses: %j',
    async (accepted, wanted) => {
      const { bytes: sent, coding } = await encode(accepted);
      expect(coding !== undefined).toBe(wanted);
      const plain = { gzip: gunzipSync, deflate: inflateSync }[coding ?? ''] ?? ((given: Buffer) => given);
      expect(plain(sent).toString()).toBe(LONG);
    },
  );

  test('A client that only knows deflate gets that', async () => {
    expect(await encode('deflate')).toMatchObject({ coding: 'deflate' });
  });

  test('An API without a minimum size, a smaller body, and a body that is encoded already stay as they are', async () => {
    const unchanged = { bytes, coding: undefined };
    expect(await encodeContent(bytes, {}, { acceptEncoding: 'gzip', minimumBytes: undefined })).toEqual(unchanged);
    expect(await encode('gzip', {}, bytes.length + 1)).toEqual(unchanged);
    expect(await encode('gzip', { 'Content-Encoding': 'br' })).toEqual(unchanged);
  });

  test('Whatever a header says, a client gets a coding that it can read', async () => {
    await assert(
      asyncProperty(constantFrom('gzip', 'deflate', 'br', '*'), string({ maxLength: 20 }), async (name, more) => {
        const { coding } = await encode(`${name}${more}`);
        expect([undefined, 'gzip', 'deflate']).toContain(coding);
      }),
    );
  });
});
