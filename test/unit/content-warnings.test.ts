import { describe, expect, test } from 'vitest';
import { parseMail } from '#shared/services/inbound-mail/parse-mail.ts';

const read = (fields: string[], body = 'Hello', type = 'text/plain; charset=utf-8') =>
  parseMail(Buffer.from([...fields, `Content-Type: ${type}`, '', body].join('\r\n')), 'ada@example.com');
const warningsOf = async (...parameters: Parameters<typeof read>) => (await read(...parameters)).warnings;

const FROM = 'From: Ada <ada@example.com>';

describe('what is odd about the header of an email', () => {
  test('An ordinary email has no warning', async () => {
    expect(await warningsOf([FROM, 'Reply-To: office@example.com'])).toEqual([]);
  });

  test.each([
    ['reply_to_differs', [FROM, 'Reply-To: eve@attacker.example']],
    ['name_is_address', ['From: "ceo@bank.example" <eve@attacker.example>']],
    ['several_authors', ['From: ada@example.com, eve@example.com']],
    ['invisible_characters', [FROM, `Subject: =?utf-8?B?${Buffer.from('pay\u200bpal').toString('base64')}?=`]],
    ['invisible_characters', [`From: =?utf-8?B?${Buffer.from('ga\u202eda').toString('base64')}?= <ada@example.com>`]],
  ])('%s is the warning of an email with the fields %j', async (warning, fields) => {
    expect(await warningsOf(fields)).toEqual([warning]);
  });

  test('The name of an author that repeats their address is no warning', async () => {
    expect(await warningsOf(['From: "Ada@Example.com" <ada@example.com>'])).toEqual([]);
  });

  test('Names and subjects come without the characters that no person sees', async () => {
    const encoded = (text: string) => `=?utf-8?B?${Buffer.from(text).toString('base64')}?=`;
    const mail = await read([`From: ${encoded('A\u200bda')} <ada@example.com>`, `Subject: ${encoded('pay\u202epal')}`]);
    expect(mail.from[0]?.name).toBe('Ada');
    expect(mail.subject).toBe('paypal');
    expect(mail.content.headers.find(({ name }) => name === 'Subject')?.value).toBe(encoded('pay\u202epal'));
  });
});

describe('links', () => {
  const link = (text: string, href: string) => warningsOf([FROM], `<p><a href="${href}">${text}</a></p>`, 'text/html');

  test.each([
    ['https://bank.example', 'https://attacker.example/login'],
    ['www.bank.example/login', 'https://bank.example.attacker.example'],
    ['bank.example', 'http://attacker.example'],
  ])('The text %s of a link to %s is a warning', async (text, href) => {
    expect(await link(text, href)).toEqual(['link_text_differs']);
  });

  test.each([
    ['Log in', 'https://attacker.example'],
    ['https://www.bank.example/', 'https://bank.example/login'],
    ['bank.example', 'https://mail.bank.example/click?1'],
    ['Mr. Smith wrote this', 'https://example.com'],
    ['bank.example', 'mailto:ada@bank.example'],
  ])('The text %s of a link to %s is no warning', async (text, href) => {
    expect(await link(text, href)).toEqual([]);
  });
});
