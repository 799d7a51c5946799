import { afterEach, describe, expect, it, vi } from 'vitest';
import { parseMail } from '../../shared/services/inbound-mail/parse-mail.ts';
import { MailReader, type MailReaderOptions } from '../../shared/services/mail-reader/mail-reader.ts';
import { corpusMails } from '../support/mail-corpus.ts';
import { CRASH, HOARD, LOOP, WHO } from '../support/stuck-reader.ts';

vi.setConfig({ testTimeout: 60_000 });

const STUCK = new URL('../support/stuck-reader.ts', import.meta.url);
const mail = (body: string) => Buffer.from(`From: ada@example.com\r\nSubject: hello\r\n\r\n${body}`);
const read = (body: string) => reader.readMail(mail(body), 'envelope@example.com');

let reader: MailReader;
const readers: MailReader[] = [];
function useReader(options?: MailReaderOptions): MailReader {
  reader = new MailReader(options);
  readers.push(reader);
  return reader;
}
afterEach(async () => {
  for (const one of readers.splice(0)) await one.close();
});

describe('a mail that is read in a thread', () => {
  it('is read as without one', async () => {
    useReader();
    for (const { name, raw } of corpusMails().slice(0, 60)) {
      const bytes = (files: readonly Uint8Array[]) => files.map((file) => Buffer.from(file));
      const { files: there, ...byThread } = await reader.readMail(raw, 'envelope@example.com');
      const { files: here, ...direct } = await parseMail(raw, 'envelope@example.com');
      expect({ name, ...byThread, files: bytes(there) }).toEqual({ name, ...direct, files: bytes(here) });
    }
  });

  it('leaves the bytes that were given to it as they were', async () => {
    useReader();
    const given = Buffer.concat([Buffer.from('before'), mail('text'), Buffer.from('behind')]);
    const raw = given.subarray(6, -6);
    expect(await reader.readMail(raw, '')).toMatchObject({ subject: 'hello', snippet: 'text' });
    expect(given.toString()).toBe(`before${mail('text')}behind`);
  });

  it('is read by the thread that read the one before, which knows nothing of the environment', async () => {
    useReader({ module: STUCK });
    const [first, second] = [(await read(WHO)).snippet, (await read(WHO)).snippet];
    expect(first).toMatch(/^thread \d+, 0 variables$/);
    expect(second).toBe(first);
  });

  it.each([
    ['takes longer than it may', LOOP, 'not read within 0.5 s'],
    ['needs more memory than it may have', HOARD, 'more memory needed than a mail may take'],
  ])('is known by its header where it %s, and its sender is not verified', async (_, body, problem) => {
    vi.stubEnv('AWS_LAMBDA_FUNCTION_MEMORY_SIZE', '128');
    useReader({ module: STUCK, budgetMs: body === HOARD ? 20_000 : 500 });
    expect(await read(body)).toMatchObject({
      from: [{ address: 'ada@example.com' }],
      subject: 'hello',
      hasOneAuthor: false,
      content: { text: null, html: null },
      files: [],
      problem,
    });
    expect(await read('text')).toMatchObject({ snippet: 'text', hasOneAuthor: true, problem: null });
  });

  it('is known by its envelope where its header takes too long as well', async () => {
    useReader({ module: STUCK, budgetMs: 500 });
    const raw = Buffer.from(`From: ada@example.com\r\nSubject: ${LOOP}\r\n\r\nbody`);
    expect(await reader.readMail(raw, 'envelope@example.com')).toMatchObject({
      from: [{ address: 'envelope@example.com' }],
      subject: '',
      problem: 'not read within 0.5 s',
    });
  });

  it('holds up no other mail while it takes its time', async () => {
    useReader({ module: STUCK, budgetMs: 10_000 });
    await read('warm');
    let isOver = false;
    const stuck = read(LOOP).finally(() => {
      isOver = true;
    });
    for (let n = 0; n < 10; n++) expect((await read(`mail ${n}`)).snippet).toBe(`mail ${n}`);
    expect(isOver).toBe(false);
    await expect(stuck).resolves.toMatchObject({ problem: 'not read within 10 s' });
  });

  it('is left to be read again where its thread ends for another reason, or cannot begin', async () => {
    useReader({ module: STUCK });
    await expect(read(CRASH)).rejects.toThrow('the mail reader thread exited');
    expect((await read('text')).snippet).toBe('text');
    useReader({ module: new URL('./no-such-module.ts', import.meta.url) });
    await expect(read('text')).rejects.toThrow('no-such-module');
  });

  it('is one of many that are read at once', async () => {
    useReader();
    const mails = await Promise.all(Array.from({ length: 50 }, (_, n) => read(`mail ${n}`)));
    expect(mails.map(({ snippet }) => snippet)).toEqual(mails.map((_, n) => `mail ${n}`));
  });
});

describe('HTML that is read in a thread', () => {
  it('has the text that it says, or none where that takes too long', async () => {
    useReader({ module: STUCK, budgetMs: 500 });
    expect(await reader.readHtml('<p>hello <b>you</b></p>')).toBe('hello you');
    expect(await reader.readHtml(LOOP)).toBeUndefined();
    expect(await reader.readHtml('')).toBe('');
  });
});
