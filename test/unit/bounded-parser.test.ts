import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import PostalMime, { type Email } from 'postal-mime';
import { describe, expect, test } from 'vitest';
import { readWithinBounds } from '#shared/services/inbound-mail/bounded-parser.ts';
import { corpusMails } from '#testing/mail-corpus.ts';
import { quotedPrintable } from '#testing/ordinary-mail/mime-writer.ts';

const OPTIONS = { maxHeadersSize: 1024 * 1024, maxNestingDepth: 50, forceRfc822Attachments: true };
const LINE_ENDS: ReadonlySet<number> = new Set([0x0d, 0x0a]);
const read = (...lines: string[]) => readWithinBounds(Buffer.from(lines.join('\r\n'), 'latin1'));

/** A file with the line ends of the plain parser, which writes its own. */
function withPlainLineEnds(file: Email['attachments'][number]) {
  const content = Buffer.from(file.content as ArrayBuffer).toString('latin1');
  return { ...file, content: content.replaceAll('\r\n', '\n').replace(/\n{1,9}$/, '') };
}

/** If one type of text is derived from the other, white space and escapes may differ. */
function comparable({ text, html, headerLines: _, attachments, ...email }: Email) {
  const words = (body: string | undefined) => body?.split(/\s+/).filter((word) => word !== '');
  const unescaped = html
    ?.replace(/&(?:lt|#x3C);/g, '<')
    .replace(/&(?:gt|#x3E);/g, '>')
    .replace(/&(?:quot|#x22);/g, '"')
    .replace(/&(?:amp|#x26);/g, '&')
    .replace(/&#x27;/g, "'")
    .replace(/&#x3F;/g, '?');
  return { ...email, attachments: attachments.map(withPlainLineEnds), text: words(text), html: words(unescaped) };
}

/** The emails of the corpus that the two parsers read differently, and what ours reads. */
const DIFFERENT: ReadonlyMap<string, string> = new Map([
  ['cpython/msg_04.txt', 'named inline texts as files'],
  ['cpython/msg_14.txt', 'the text of an email with the type `text`'],
  ['cpython/msg_44.txt', 'named inline texts as files'],
  ['flufl-bounce/simple_25.txt', 'bytes that are not UTF-8, without a label, as windows-1252'],
  ['flufl-bounce/sina_01.txt', 'bytes of a header that are not UTF-8 as windows-1252'],
  ['james-jmap/inlineAttachment.eml', 'a named inline text as a file'],
  ['james-mailbox/noContentDispositionWithCID.eml', 'a named inline text as a file'],
  ['james-mailbox/unknownDisposition.eml', 'a named inline text as a file'],
  ['mail-parser-dovecot/000.eml', 'the last of several alternatives'],
  ['mail-parser-dovecot/001.eml', 'the last of several alternatives'],
  ['mail-parser-dovecot/002.eml', 'bytes that are not UTF-8 as windows-1252'],
  ['mail-parser-malformed/019.eml', 'the last of several alternatives'],
  ['mime-tools/double-semicolon.msg', 'the last of several alternatives'],
  ['mime-tools/double-semicolon2.msg', 'the last of several alternatives'],
  ['mime-tools/multi-badnames.msg', 'named inline texts as files'],
  ['mime4j/obsolete.msg', 'bytes of a header that are not UTF-8 as windows-1252'],
]);

describe('the bounded parser', () => {
  test('The bounded parser reads real emails as the plain parser does, but for bodies, names of files and charsets that the plain parser gets wrong', async () => {
    let unread = 0;
    const different: string[] = [];
    for (const { name, raw } of corpusMails()) {
      const plain = await PostalMime.parse(raw, OPTIONS).catch(() => undefined);
      const { email, problem } = await readWithinBounds(raw);
      if (plain === undefined) unread += 1;
      else if (!isDeepStrictEqual(comparable(email), comparable(plain))) different.push(name);
      else expect({ name, problem }).toEqual({ name, problem: null });
    }
    // One email nests its parts deeper than the parser reads.
    expect(unread).toBe(1);
    expect(different).toEqual([...DIFFERENT.keys()]);
  });

  test('Base64 is decoded correctly for all line lengths, with and without padding of each line', async () => {
    const pieces = fc.array(fc.uint8Array({ maxLength: 100 }), { maxLength: 20 });
    await fc.assert(
      fc.asyncProperty(pieces, fc.integer({ min: 1, max: 90 }), fc.boolean(), async (bytes, width, padded) => {
        const whole = Buffer.concat(bytes);
        const lines = padded
          ? bytes.map((piece) => Buffer.from(piece).toString('base64'))
          : (whole.toString('base64').match(new RegExp(`.{1,${width}}`, 'g')) ?? []);
        const type = 'Content-Type: application/octet-stream';
        const { email } = await read(type, 'Content-Transfer-Encoding: base64', '', ...lines);
        expect(Buffer.from(email.attachments[0]?.content as ArrayBuffer)).toEqual(whole);
      }),
    );
  });

  test.each(['8bit', 'quoted-printable'] as const)(
    'The bytes of a file in %s are those of the sender',
    async (encoding) => {
      const line = fc.uint8Array({ maxLength: 90 }).map((bytes) => bytes.filter((byte) => !LINE_ENDS.has(byte)));
      await fc.assert(
        fc.asyncProperty(fc.array(line, { minLength: 1, maxLength: 9 }), async (lines) => {
          const file = lines.map((bytes) => Buffer.from(bytes).toString('latin1')).join('\r\n');
          const body = encoding === '8bit' ? file : quotedPrintable(Buffer.from(file, 'latin1'));
          const fields = ['Content-Type: text/csv', `Content-Transfer-Encoding: ${encoding}`];
          const { email } = await read(
            'Content-Type: multipart/mixed; boundary=bb',
            '',
            '--bb',
            ...fields,
            '',
            body,
            '--bb--',
          );
          expect(Buffer.from(email.attachments[0]?.content as ArrayBuffer).toString('latin1')).toBe(file);
        }),
      );
    },
  );

  test('A file that is the whole email keeps its last line end', async () => {
    const { email } = await read('Content-Type: text/csv', '', 'a;b', 'c;d', '');
    expect(Buffer.from(email.attachments[0]?.content as ArrayBuffer).toString()).toBe('a;b\r\nc;d\r\n');
  });

  test('An equals sign continues a line of quoted-printable, also with blanks after it, and stands for itself otherwise', async () => {
    const { email } = await read(
      'Content-Transfer-Encoding: quoted-printable',
      '',
      'one= \t',
      'line =C3=BC =zz =4',
      '',
    );
    expect(email.text).toBe('oneline ü =zz =4\n');
  });

  test('The end of a very long text is dropped, but nothing of a file is', async () => {
    const long = 'x'.repeat(9_000_000);
    const { email } = await read(
      'Content-Type: multipart/mixed; boundary=b',
      '',
      '--b',
      'Content-Type: text/plain',
      'Content-Disposition: attachment; filename=log.txt',
      '',
      long,
      '--b',
      '',
      long,
      '--b--',
    );
    expect(email.attachments[0]?.content).toHaveProperty('byteLength', long.length);
    expect(email.text?.length).toBe(500_000);
  });

  test.each([
    ['parts', '--b\r\n\r\nx\r\n'.repeat(1_001), 'Maximum of 1000 parts exceeded'],
    ['parts without a header', '--b\r\n'.repeat(1_001), 'Maximum of 1000 parts exceeded'],
    ['lines', '\r\n'.repeat(2_000_001), 'Maximum of 2000000 lines exceeded'],
  ])('Only the header is read of a mail with too many %s', async (_, body, problem) => {
    const { email, problem: reported } = await read(
      'From: Ada <ada@example.com>',
      'Subject: too much',
      'Content-Type: multipart/mixed; boundary=b',
      '',
      body,
    );
    expect(reported).toBe(problem);
    expect(email).toMatchObject({ from: { address: 'ada@example.com' }, subject: 'too much', attachments: [] });
    expect(email.text ?? email.html).toBeUndefined();
  });

  test('Only the beginning is read of a header that does not end', async () => {
    const { email, problem } = await read('Subject: first', `X-Long: ${'x'.repeat(2_000_000)}`, '', 'text');
    expect(problem).toContain('header');
    expect(email.subject).toBe('first');
    expect((await read(`X-Long: ${'x'.repeat(2_000_000)}`)).email.headers).toEqual([]);
  });
});
