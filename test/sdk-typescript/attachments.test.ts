import { createReadStream, mkdirSync, openAsBlob, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pathToFileURL } from 'node:url';
import { lookup } from 'mrmime';
import { expect, test, vi } from 'vitest';
import { attachmentOf } from '#clients/cli/src/attachment.ts';
import {
  type AttachmentSource,
  attachment,
  attachmentFromFile,
  ConnectionError,
  ValidationError,
} from '#clients/typescript/src/index.ts';
import vectors from '#clients/vectors/attachments.json' with { type: 'json' };
import { makeAgent, makeOrganization } from '#testing/fixture.ts';
import { withTemporaryFolder } from '#testing/temporary-folder.ts';
import { clientOf, failure, settled, success } from '../support/failing-service.ts';
import { aidOf } from '../support/sdk.ts';

const { max_bytes: MAX_BYTES, cases, refused_filenames: REFUSED } = vectors;

const CONTENT = Buffer.from('%PDF-1.4 \0\xff', 'latin1');
const BASE64 = CONTENT.toString('base64');

/** The content in two pieces, of which the second is written over the first, as some streams do. */
async function* inPieces(): AsyncGenerator<Uint8Array> {
  const memory = new Uint8Array(6);
  for (let at = 0; at < CONTENT.length; at += memory.length) {
    const piece = CONTENT.subarray(at, at + memory.length);
    memory.set(piece);
    yield memory.subarray(0, piece.length);
  }
}

/** Expects a mistake of the program that names the parameter, and no error of the connection. */
async function refusal(call: Promise<unknown>, parameter: string): Promise<ValidationError> {
  const error = await call.then(
    () => undefined,
    (caught: unknown) => caught,
  );
  expect(error).toBeInstanceOf(ValidationError);
  expect(error).not.toBeInstanceOf(ConnectionError);
  expect(error).toMatchObject({ code: 'validation.failed', status: undefined, retryable: false });
  expect((error as Error).message.startsWith(`${parameter}: `), (error as Error).message).toBe(true);
  return error as ValidationError;
}

test.each(cases)('What has the name $path is attached as $filename with the type $content_type', async (one) => {
  const found = await attachment(new File(['x'], one.path));
  expect([found.filename, found.content_type]).toEqual([one.filename, one.content_type]);
});

test('The command line gives files the same media types, and knows more of them', () => {
  for (const { path, filename, content_type: type } of cases) {
    expect(attachmentOf(path, Buffer.from('x')).content_type, path).toBe(type);
    expect(lookup(filename) ?? type, filename).toBe(type);
  }
  expect(attachmentOf('drawing.psd', Buffer.from('x')).content_type).toBe('application/octet-stream');
  expect(attachmentOf('font.woff2', Buffer.from('x')).content_type).toBe('font/woff2');
});

const SOURCES: Readonly<Record<string, () => AttachmentSource>> = {
  'a Blob': () => new Blob([CONTENT]),
  'an ArrayBuffer': () => new Uint8Array(CONTENT).buffer,
  'a part of an ArrayBuffer': () => new Uint8Array(Buffer.concat([CONTENT, CONTENT])).subarray(CONTENT.length),
  'a Buffer': () => CONTENT,
  'a DataView': () => new DataView(new Uint8Array(CONTENT).buffer),
  'the body of a response': () => new Response(CONTENT).body as ReadableStream<Uint8Array>,
  'a stream of Node': () => Readable.from([CONTENT.subarray(0, 6), CONTENT.subarray(6)]),
  'an iteration over bytes': inPieces,
};

test.each(Object.entries(SOURCES))('%s is attached whole', async (_name, source) => {
  expect(await attachment(source(), { filename: 'report.pdf', contentId: 'report' })).toEqual({
    filename: 'report.pdf',
    content_type: 'application/pdf',
    content_base64: BASE64,
    content_id: 'report',
  });
});

test('The media type is that of the options, or of the Blob, or of the name', async () => {
  const typed = new Blob([CONTENT], { type: 'application/x-own' });
  const typeOf = async (contentType?: string) =>
    (await attachment(typed, { filename: 'report.pdf', contentType })).content_type;
  expect([await typeOf(), await typeOf('application/octet-stream')]).toEqual([
    'application/x-own',
    'application/octet-stream',
  ]);
});

test('A file is attached by its path, its address, a stream of it or a Blob of it', () =>
  withTemporaryFolder(async (folder) => {
    const path = join(folder, 'Report of May.pdf');
    writeFileSync(path, CONTENT);
    const expected = { filename: 'Report of May.pdf', content_type: 'application/pdf', content_base64: BASE64 };
    expect(await attachmentFromFile(path)).toEqual(expected);
    expect(await attachmentFromFile(pathToFileURL(path))).toEqual(expected);
    expect(await attachment(createReadStream(path))).toEqual(expected);
    expect(await attachment(await openAsBlob(path), { filename: 'Report of May.pdf' })).toEqual(expected);
    expect(await attachmentFromFile(path, { filename: 'r.bin', contentType: 'a/b', contentId: 'r' })).toEqual({
      filename: 'r.bin',
      content_type: 'a/b',
      content_base64: BASE64,
      content_id: 'r',
    });
    const missing = await refusal(attachmentFromFile(join(folder, 'missing.pdf')), 'path');
    expect(missing.message).toContain('missing.pdf');
    expect(missing.cause).toMatchObject({ code: 'ENOENT' });
    mkdirSync(join(folder, 'a folder.pdf'));
    await refusal(attachmentFromFile(join(folder, 'a folder.pdf')), 'path');
    await refusal(attachmentFromFile(new URL('https://aid.example/report.pdf')), 'path');
  }));

test('A name that is empty, missing or has a folder is refused before the content is read', async () => {
  let pulls = 0;
  const stream = () =>
    new ReadableStream<Uint8Array>(
      {
        pull() {
          pulls += 1;
        },
      },
      { highWaterMark: 0 },
    );
  for (const filename of [...REFUSED, undefined]) await refusal(attachment(stream(), { filename }), 'filename');
  expect(pulls).toBe(0);
});

test('What is no source of bytes is refused', async () => {
  const texts = new ReadableStream({
    start(controller) {
      controller.enqueue('a text');
    },
  });
  const locked = new Response('x').body as ReadableStream<Uint8Array>;
  locked.getReader();
  for (const source of ['report.pdf', undefined, null, 7, {}, texts, Readable.from(['a text']), locked]) {
    await refusal(attachment(source as AttachmentSource, { filename: 'a.txt' }), 'source');
  }
});

test('What is larger than an email may be is refused without reading all of it', () =>
  withTemporaryFolder(async (folder) => {
    const most = new Uint8Array(MAX_BYTES);
    const { content_base64: text } = await attachment(most, { filename: 'most.bin' });
    expect(Buffer.from(text, 'base64')).toHaveLength(MAX_BYTES);
    const over = new Uint8Array(MAX_BYTES + 1);
    const path = join(folder, 'over.bin');
    writeFileSync(path, over);
    for (const source of [over, over.buffer, new Blob([over])]) {
      const { message } = await refusal(attachment(source, { filename: 'over.bin' }), 'source');
      expect(message).toBe('source: it has more than 3.5 MB, the limit of an email');
    }
    await refusal(attachmentFromFile(path), 'path');
    const cancel = vi.fn();
    let pulls = 0;
    const endless = new ReadableStream<Uint8Array>(
      {
        pull(controller) {
          pulls += 1;
          controller.enqueue(new Uint8Array(1_000_000));
        },
        cancel,
      },
      { highWaterMark: 0 },
    );
    await refusal(attachment(endless, { filename: 'endless.bin' }), 'source');
    expect([pulls, cancel.mock.calls.length]).toEqual([4, 1]);
  }));

test('A stream that fails is a mistake of the program, whatever it throws', async () => {
  // A fetch of the program fails with what the SDK takes for an error of the network in its own requests.
  const own = new TypeError('fetch failed', { cause: new Error('connection reset') });
  async function* half(): AsyncGenerator<Uint8Array> {
    yield CONTENT;
    throw own;
  }
  const errored = new ReadableStream<Uint8Array>({
    pull(controller) {
      controller.error(own);
    },
  });
  const connection = new ConnectionError('lost', { code: 'connection.failed', retryable: true });
  async function* lost(): AsyncGenerator<Uint8Array> {
    yield CONTENT;
    throw connection;
  }
  for (const [source, cause] of [
    [half(), own],
    [errored, own],
    [lost(), connection],
  ] as const) {
    const error = await refusal(attachment(source, { filename: 'half.bin' }), 'source');
    expect(error.cause).toBe(cause);
  }
});

test('An email with an attachment of a stream is sent again whole', async () => {
  vi.useFakeTimers();
  const { aid, attempts } = clientOf([failure(500), success]);
  const attached = await attachment(inPieces(), { filename: 'report.pdf' });
  const mail = { to: 'ada@example.com', subject: 'Hi', text: 'x', attachments: [attached] };
  await settled(aid.mail.send(mail));
  vi.useRealTimers();
  expect(attempts.map(({ body }) => JSON.parse(String(body)).attachments[0].content_base64)).toEqual([BASE64, BASE64]);
});

test('Attachments that are too large together are refused before they are sent', async () => {
  const { aid, attempts } = clientOf([success]);
  const half = await attachment(new Uint8Array(MAX_BYTES / 2), { filename: 'half.bin' });
  const one = await attachment(new Uint8Array(1), { filename: 'one.bin' });
  const mail = { to: 'ada@example.com', subject: 'Hi', text: 'x' };
  await aid.mail.send({ ...mail, attachments: [half, half] });
  const over = { ...mail, attachments: [half, half, one] };
  for (const call of [() => aid.mail.send(over), () => aid.mail.reply('msg_1', over)]) {
    const { message } = await refusal(call(), 'attachments');
    expect(message).toBe('attachments: at most 3.5 MB in total, got 3670017 bytes');
    await refusal(call().withResponse(), 'attachments');
  }
  expect(attempts).toHaveLength(1);
});

test('An email has the bytes of a file and of a stream, and is refused by the library where they are too many', async () => {
  const aid = aidOf(await makeAgent(await makeOrganization()));
  const half = Buffer.alloc(1_800_000, 'half');
  const { email_address: own } = await aid.me();
  const mail = { to: own ?? '', subject: 'Files', text: 'Two of them.' };
  const file = await attachmentFromFile(import.meta.filename);
  const stream = await attachment(Readable.from([half, half]), { filename: 'stream.bin' });
  await aid.mail.send({ ...mail, attachments: [file, stream] });
  await expect.poll(() => aid.mail.messages.list({ direction: 'inbound' }).all()).toHaveLength(1);
  const [received] = await aid.mail.messages.list({ direction: 'inbound' }).all();
  const { attachments } = await aid.mail.messages.get(received?.id ?? '');
  const contents = attachments.map(async ({ id }) => {
    const { download_url: url } = await aid.mail.messages.attachment(received?.id ?? '', id);
    return Buffer.from(await (await fetch(url)).arrayBuffer()).toString('base64');
  });
  expect(await Promise.all(contents)).toEqual([file.content_base64, stream.content_base64]);
  expect(attachments.map(({ filename }) => filename)).toEqual(['attachments.test.ts', 'stream.bin']);
  const over = await attachment(Buffer.alloc(70_017), { filename: 'over.bin' });
  await expect(aid.mail.send({ ...mail, attachments: [stream, over] })).rejects.toMatchObject({
    message: 'attachments: at most 3.5 MB in total, got 3670017 bytes',
    status: undefined,
  });
});
