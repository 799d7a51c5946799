import fc from 'fast-check';
import PostalMime, { type Email } from 'postal-mime';
import { describe, expect, test } from 'vitest';
import { readWithinBounds } from '#shared/services/inbound-mail/bounded-parser.ts';
import { corpusMails } from '#testing/mail-corpus.ts';

const OPTIONS = { maxHeadersSize: 1024 * 1024, maxNestingDepth: 50, forceRfc822Attachments: true };
const read = (...lines: string[]) => readWithinBounds(Buffer.from(lines.join('\r\n'), 'latin1'));

/** If one type of text is derived from the other, white space and escapes may differ. */
function comparable({ text, html, ...email }: Email) {
  const words = (body: string | undefined) => body?.split(/\s+/).filter((word) => word !== '');
  const unescaped = html
    ?.replace(/&(?:lt|#x3C);/g, '<')
    .replace(/&(?:gt|#x3E);/g, '>')
    .replace(/&(?:quot|#x22);/g, '"')
    .replace(/&(?:amp|#x26);/g, '&')
    .replace(/&#x27;/g, "'")
    .replace(/&#x3F;/g, '?');
  return { ...email, text: words(text), html: words(unescaped) };
}

describe('the bounded parser', () => {
  test('The bounded parser reads real emails as the plain parser does', async () => {
    let different = 0;
    for (const { name, raw } of corpusMails()) {
      const plain = await PostalMime.parse(raw, OPTIONS).catch(() => undefined);
      const { email, problem } = await readWithinBounds(raw);
      if (plain === undefined) different += 1;
      else
        expect({ name, email: comparable(email), problem }).toEqual({ name, email: comparable(plain), problem: null });
    }
    // One email nests its parts deeper than the parser reads.
    expect(different).toBe(1);
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
    expect(email.attachments[0]?.content).toHaveProperty('byteLength', long.length + 1);
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
