import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { textOfHtml } from '#shared/domain/safe-reading/text-of-html.ts';
import { parseMail } from '#shared/services/inbound-mail/parse-mail.ts';
import { HOSTILE_NAMES } from '../support/hostile-names.ts';

/** Senders choose the names of header fields, MIME parameters, character sets, encodings, tags and attributes. */

const name = fc.constantFrom(...HOSTILE_NAMES);

/** An email with such names wherever an email has a name. */
const mail = fc
  .record({ field: name, parameter: name, charset: name, encoding: name, file: name, cid: name })
  .map(
    ({ field, parameter, charset, encoding, file, cid }) =>
      `From: ${field} <${parameter}@example.com>\r\nSubject: =?${charset}?${encoding}?x?=\r\n${field}: ${parameter}\r\n` +
      `Content-Type: multipart/mixed; boundary=b; ${parameter}=${field}; ${parameter}*0*=${charset}''x\r\n\r\n` +
      `--b\r\n${field}: x\r\nContent-Type: text/plain; charset=${charset}; ${parameter}=x\r\n\r\ntext of it\r\n` +
      `--b\r\nContent-Type: ${field}/${parameter}; ${parameter}=x\r\nContent-Transfer-Encoding: ${encoding}\r\n` +
      `Content-ID: <${cid}>\r\nContent-Disposition: ${field}; filename=${file}; ${parameter}=x\r\n\r\nx\r\n--b--\r\n`,
  );

describe('names in an email', () => {
  test('An email with hostile names everywhere is parsed, and its fields keep their names', async () => {
    await fc.assert(
      fc.asyncProperty(mail, name, async (raw, field) => {
        const { content } = await parseMail(Buffer.from(`${field}: own\r\n${raw}`), '');
        expect(content.text).toContain('text of it');
        expect(content.headers).toContainEqual({ name: field, value: 'own' });
        expect(content.headers.every((one) => typeof one.value === 'string')).toBe(true);
      }),
      { numRuns: 200 },
    );
  });

  test('HTML with hostile names for tags, attributes and entities becomes its text', () => {
    fc.assert(
      fc.property(name, name, name, (tag, attribute, value) => {
        const text = textOfHtml(
          `<${tag} ${attribute}="${value}">in</${tag}><p ${attribute}=${value}>&${value}; out</p>`,
        );
        expect(text).toContain('out');
      }),
      { numRuns: 300 },
    );
  });
});
