import { describe, expect, test } from 'vitest';
import { isHeaderUnambiguous } from '#shared/domain/mail/header-form.ts';
import { parseMail } from '#shared/services/inbound-mail/parse-mail.ts';

const bytes = (text: string) => Buffer.from(text, 'latin1');
const FROM = 'From: Ada <ada@example.com>\r\n';

describe('the header of an email', () => {
  test.each([
    ['its lines end as they travel', `${FROM}Subject: x\r\n\r\nbody`],
    ['a field is folded', `${FROM}Subject: x\r\n y\r\n\tz\r\n\r\nbody`],
    ['a field is folded directly after its name', 'From:\r\n ada@example.com\r\n\r\nbody'],
    ['a field is empty', `${FROM}Subject:\r\n\r\nbody`],
    ['a value has eight bits', `${FROM}Subject: \xe4\r\n\r\nbody`],
    ['there is no body', FROM],
    ['its last line has no end', `${FROM}Subject: x`],
    ['the mail was stored with other line ends', 'From: ada@example.com\nSubject: x\n\nbody'],
    ['only the body contains what a header must not', `${FROM}\r\nbare \r, bare \n, zero \0\r\n`],
  ])('All readers read the same header if %s', (_, mail) => {
    expect(isHeaderUnambiguous(bytes(mail))).toBe(true);
  });

  test.each([
    ['a bare CR', `${FROM}Subject: x\rFrom: eve@example.net\r\n\r\nbody`],
    ['a bare CR at the end of a line', `${FROM}Subject: x\r\r\n\r\nbody`],
    ['a NUL', `${FROM}Subject: x\0y\r\n\r\nbody`],
    ['a bare LF', `${FROM}Subject: x\nFrom: eve@example.net\r\n\r\nbody`],
    [
      'an empty line of bare LFs, and fields after it',
      'X: y\nFrom: ada@example.com\n\n\r\nFrom: eve@example.net\r\n\r\n',
    ],
    ['bare LFs, and a CR in the body', 'From: ada@example.com\n\nFrom: eve@example.net\r\n\r\nbody'],
    ['a line of blanks', `${FROM}Subject: x\r\n \r\nFrom: eve@example.net\r\n\r\nbody`],
    ['a line without a colon', `${FROM}no field\r\nFrom: eve@example.net\r\n\r\nbody`],
    ['a blank after a field name', `${FROM}From : eve@example.net\r\n\r\nbody`],
    ['a name in other characters', `${FROM}\xa0From: eve@example.net\r\n\r\nbody`],
    ['a field without a name', `${FROM}: eve@example.net\r\n\r\nbody`],
    ['a first line that continues nothing', ` x\r\n${FROM}\r\nbody`],
    ['the line of a mailbox file', `From ada@example.com Mon Nov  2\r\n${FROM}\r\nbody`],
  ])('Readers may disagree about a header with %s, so the mail has no verified author', async (_, mail) => {
    expect(isHeaderUnambiguous(bytes(mail))).toBe(false);
    expect((await parseMail(bytes(mail), '')).hasOneAuthor).toBe(false);
  });

  test('An unambiguous header with one From address has one author', async () => {
    expect((await parseMail(bytes(`${FROM}Subject: x\r\n\r\nbody \r \0`), '')).hasOneAuthor).toBe(true);
  });

  test('A header that is longer than what is read has no verified author', async () => {
    const fields = `X-Long: ${'x'.repeat(1_000)}\r\n`.repeat(1_200);
    const mail = await parseMail(bytes(`${FROM}${fields}From: eve@example.net\r\n\r\nbody`), '');
    expect(mail).toMatchObject({ from: [{ address: 'ada@example.com' }], hasOneAuthor: false });
    expect(mail.problem).toContain('header');
  });
});
