import { afterEach, describe, expect, test, vi } from 'vitest';
import { pause } from '#shared/domain/concurrency/pause.ts';
import { withDeadline } from '#shared/runtime/deadline-scope.ts';
import { parseAttachments, parseMail } from '#shared/services/inbound-mail/parse-mail.ts';
import { MailReader, type MailReaderOptions } from '#shared/services/mail-reader/mail-reader.ts';
import { corpusMails } from '#testing/mail-corpus.ts';
import { stoppedReader } from '../support/stopped-reader.ts';
import {
  ABORT,
  CRASH,
  EXHAUST_MEMORY,
  FILL_MEMORY,
  LOOP,
  type ReaderReport,
  THROW,
  WHO,
} from '../support/stuck-emails.ts';

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

describe('the mail reader', () => {
  test('An email is read in another process with the same result as without one', async () => {
    useReader();
    for (const { name, raw } of corpusMails().slice(0, 60)) {
      const bytes = (files: readonly Uint8Array[]) => files.map((file) => Buffer.from(file));
      const byProcess = await reader.readMail(raw, 'envelope@example.com');
      expect({ name, ...byProcess }).toEqual({ name, ...(await parseMail(raw, 'envelope@example.com')) });
      const files = await reader.readAttachments(raw);
      expect({ name, files: bytes(files ?? []) }).toEqual({ name, files: bytes(await parseAttachments(raw)) });
    }
  });

  test('The mail reader does not change the bytes that it gets', async () => {
    useReader();
    const given = Buffer.concat([Buffer.from('before'), mail('text'), Buffer.from('behind')]);
    const raw = given.subarray(6, -6);
    expect(await reader.readMail(raw, '')).toMatchObject({ subject: 'hello', snippet: 'text' });
    expect(given.toString()).toBe(`before${mail('text')}behind`);
  });

  test('Emails are read in one other process, without environment, that can only read its own modules', async () => {
    useReader({ module: STUCK });
    const ask = async () => JSON.parse((await read(WHO)).snippet) as ReaderReport;
    const [first, second] = [await ask(), await ask()];
    expect(first).toEqual({ pid: expect.any(Number), variables: [], allowed: [] });
    expect(first.pid).not.toBe(process.pid);
    expect(second).toEqual(first);
  });

  test('A closed reader leaves no process', async () => {
    useReader({ module: STUCK });
    const { pid } = JSON.parse((await read(WHO)).snippet) as ReaderReport;
    await reader.close();
    expect(() => process.kill(pid, 0)).toThrow('ESRCH');
  });

  test.each([
    ['costs more processor time than it may', LOOP, 'more than 0.5 s of processor time needed'],
    ['needs more memory than it may have', EXHAUST_MEMORY, 'more memory needed than allowed for an email'],
    ['is killed with too much memory', FILL_MEMORY, 'more memory needed than allowed for an email'],
    ['crashes its parser', ABORT, 'its parser crashed with SIGABRT'],
    ['makes its parser throw where nothing catches', THROW, 'TypeError: thrown outside of a call'],
  ])('Only the header of a mail that %s is read, and its sender is not verified', async (_, body, problem) => {
    vi.stubEnv('AWS_LAMBDA_FUNCTION_MEMORY_SIZE', body === FILL_MEMORY ? '512' : '128');
    useReader({ module: STUCK, budgetMs: body === LOOP ? 500 : 20_000 });
    expect(await read(body)).toMatchObject({
      from: [{ address: 'ada@example.com' }],
      subject: 'hello',
      hasOneAuthor: false,
      content: { text: '', html: null },
      problem,
    });
    expect(await read('text')).toMatchObject({ snippet: 'text', hasOneAuthor: true, problem: null });
  });

  test('The attachments of an email that costs more than it may are not read', async () => {
    useReader({ module: STUCK, budgetMs: 500 });
    expect(await reader.readAttachments(mail(LOOP))).toBeUndefined();
    expect(await reader.readAttachments(mail('text'))).toEqual([]);
  });

  test('Only the envelope of an email is used if its header costs too much as well', async () => {
    useReader({ module: STUCK, budgetMs: 500 });
    const raw = Buffer.from(`From: ada@example.com\r\nSubject: ${LOOP}\r\n\r\nbody`);
    expect(await reader.readMail(raw, 'envelope@example.com')).toMatchObject({
      from: [{ address: 'envelope@example.com' }],
      subject: '',
      problem: 'more than 0.5 s of processor time needed',
    });
  });

  test('A slow mail does not delay other emails', async () => {
    useReader({ module: STUCK, budgetMs: 600_000, attemptMs: 600_000 });
    await read('warm');
    // The slow mail lasts until the others were read, however long that takes.
    const end = new AbortController();
    vi.spyOn(AbortSignal, 'timeout').mockReturnValueOnce(end.signal);
    let isOver = false;
    const stuck = withDeadline(1, () => read(LOOP)).finally(() => {
      isOver = true;
    });
    for (let n = 0; n < 10; n++) expect((await read(`mail ${n}`)).snippet).toBe(`mail ${n}`);
    expect(isOver).toBe(false);
    end.abort();
    await expect(stuck).rejects.toThrow('the time of the invocation ended');
  });

  test('An email is read again later if its process exits or cannot be started', async () => {
    useReader({ module: STUCK });
    await expect(read(CRASH)).rejects.toThrow('the mail reader process exited with code 1');
    expect((await read('text')).snippet).toBe('text');
    useReader({ module: new URL('./no-such-module.ts', import.meta.url) });
    await expect(read('text')).rejects.toThrow('no-such-module');
  });

  test('An email is read whole by a process that the machine did not run for longer than the email may cost', async () => {
    const { resume, ...stopped } = await stoppedReader({ budgetMs: 500 });
    readers.push(stopped.reader);
    const reading = stopped.reader.readMail(mail('text'), 'envelope@example.com');
    await pause(2_500);
    resume();
    expect(await reading).toMatchObject({ subject: 'hello', snippet: 'text', hasOneAuthor: true, problem: null });
  });

  test('An attempt that the machine is too slow for fails, and says nothing about the email', async () => {
    const stopped = await stoppedReader({ attemptMs: 500 });
    readers.push(stopped.reader);
    const attempt = stopped.reader.readMail(mail('text'), 'envelope@example.com');
    await expect(attempt).rejects.toThrow('the mail reader process did not finish within 0.5 s');
    await vi.waitFor(() => expect(() => process.kill(stopped.pid, 0)).toThrow('ESRCH'), { timeout: 30_000 });
  });

  test('An email is read again later if the system kills its process, which did not use too much memory', async () => {
    vi.stubEnv('AWS_LAMBDA_FUNCTION_MEMORY_SIZE', '512');
    const stopped = await stoppedReader({});
    readers.push(stopped.reader);
    const attempt = stopped.reader.readMail(mail('text'), 'envelope@example.com');
    process.kill(stopped.pid, 'SIGKILL');
    await expect(attempt).rejects.toThrow('the mail reader process exited with SIGKILL');
    expect(await stopped.reader.readMail(mail('text'), '')).toMatchObject({ snippet: 'text', problem: null });
  });

  test('Readings end with the invocation that they are for, also those that wait for a process', async () => {
    useReader({ module: STUCK, budgetMs: 60_000 });
    const attempts = await withDeadline(500, () => Promise.allSettled([read(LOOP), read(LOOP), read('waits')]));
    const reasons = attempts.map((attempt) => attempt.status === 'rejected' && String(attempt.reason));
    const ended = 'Error: the time of the invocation ended before the mail reader process finished';
    expect(reasons).toEqual([ended, ended, ended]);
    expect((await read('text')).snippet).toBe('text');
  });

  test('Many emails are read concurrently', async () => {
    useReader();
    const mails = await Promise.all(Array.from({ length: 50 }, (_, n) => read(`mail ${n}`)));
    expect(mails.map(({ snippet }) => snippet)).toEqual(mails.map((_, n) => `mail ${n}`));
  });
});

describe('the HTML reader', () => {
  test('HTML is converted to text in another process, or not at all if that costs too much', async () => {
    useReader({ module: STUCK, budgetMs: 500 });
    expect(await reader.readHtml('<p>hello <b>you</b></p>')).toBe('hello you');
    expect(await reader.readHtml(LOOP)).toBeUndefined();
    expect(await reader.readHtml('')).toBe('');
  });
});
