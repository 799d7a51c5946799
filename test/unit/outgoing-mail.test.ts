import { describe, expect, test } from 'vitest';
import { sendMailBody } from '#shared/contract/schemas/outgoing-mail.ts';

const mail = { to: 'ada@example.com', subject: 'Hello', text: 'text' };

/** The field that a body is refused for, and the reason; undefined if the body is accepted. */
function refusal(more: Record<string, unknown>): string | undefined {
  const parsed = sendMailBody.safeParse({ ...mail, ...more });
  const [issue] = parsed.error?.issues ?? [];
  return issue && `${issue.path.join('.')}: ${issue.message}`;
}

const LINE_BREAKS = ['a\r\nBcc: eve@example.com', 'a\nb', 'a\rb', 'a\u0000b'];

describe('the body of an email to send', () => {
  test.each([
    ['an address', 'ada@example.com', { address: 'ada@example.com', name: null }],
    ['a name and an address', 'Ada L. <ada@example.com>', { address: 'ada@example.com', name: 'Ada L.' }],
    ['a quoted name', '"L., Ada" <ada@example.com>', { address: 'ada@example.com', name: 'L., Ada' }],
    ['an object', { address: 'ada@example.com', name: 'Ada' }, { address: 'ada@example.com', name: 'Ada' }],
    ['an international domain', 'Ada@Bücher.example', { address: 'Ada@xn--bcher-kva.example', name: null }],
    ['an object without a name', { address: 'ada@example.com' }, { address: 'ada@example.com', name: null }],
  ])('A mail can be sent to %s', (_, to, expected) => {
    expect(sendMailBody.parse({ ...mail, to }).to).toEqual([expected]);
    expect(sendMailBody.parse({ ...mail, to: [to] }).to).toEqual([expected]);
  });

  test.each([
    'ada',
    'ada@',
    '@example.com',
    'ada@example..com',
    'ada@bü cher.example',
    'ädä@example.com',
    'a b@example.com',
    '.ada@example.com',
    'ada.@example.com',
    `${'a'.repeat(65)}@example.com`,
    `ada@${'a'.repeat(64)}.com`,
    'ada@example.com, eve@example.com',
    'Ada <ada@example.com> <eve@example.com>',
    '<>',
    '',
  ])('A mail cannot be sent to %j', (to) => {
    expect(refusal({ to })).toMatch(/^to\.0: /);
    expect(refusal({ cc: [to] })).toMatch(/^cc\.0: /);
    expect(refusal({ to: { address: to } })).toMatch(/^to\.0: /);
  });

  test.each(['用户@例子.广告', 'Ada <ä.b@example.com>', 'δοκιμή@example.com'])(
    'The error for %s says that providers send to ASCII only',
    (to) => expect(refusal({ cc: to })).toMatch(/^cc\.0: an address with only ASCII before the @, .*RFC 6531/),
  );

  test.each([5, null, [], { name: 'Ada' }, {}])('The error for the recipient %j says what is expected', (to) => {
    expect(refusal({ to: [to] })).toMatch(/^to\.0(?:\.address)?: .*(?:address|string)/);
  });

  test.each(LINE_BREAKS)('No field of the header accepts the line break in %j', (value) => {
    for (const more of [
      { subject: value },
      { to: value },
      { to: { address: 'ada@example.com', name: value } },
      { reply_to: `${value} <ada@example.com>` },
      { headers: { 'X-Note': value } },
      { headers: { [value]: 'x' } },
      { attachments: [{ filename: value, content_type: 'text/plain', content_base64: '' }] },
      { attachments: [{ filename: 'a', content_type: `text/plain; x=${value}`, content_base64: '' }] },
      { attachments: [{ filename: 'a', content_type: 'text/plain', content_base64: '', content_id: value }] },
    ]) {
      expect(refusal(more), JSON.stringify(more)).toBeDefined();
    }
  });

  test('An email has at most 50 recipients in total', () => {
    const many = (count: number) => Array.from({ length: count }, (_, index) => `r${index}@example.com`);
    expect(refusal({ to: many(50) })).toBeUndefined();
    expect(refusal({ to: many(51) })).toMatch(/^to: at most 50/);
    expect(refusal({ to: many(20), cc: many(20), bcc: many(11) })).toMatch(/^to: at most 50/);
  });

  test('An email has at most 3.5 MB of attachments in base64', () => {
    const attachment = (content_base64: string) => ({
      attachments: [{ filename: 'a.bin', content_type: 'application/octet-stream', content_base64 }],
    });
    expect(refusal(attachment(Buffer.alloc(3.5 * 1024 * 1024).toString('base64')))).toBeUndefined();
    expect(refusal(attachment(Buffer.alloc(3.5 * 1024 * 1024 + 1).toString('base64')))).toMatch(
      /^attachments: at most/,
    );
    for (const text of ['a', '%%%%', 'ab=c', 'YQ', 'YQ= =', 'data:text/plain;base64,YQ==']) {
      expect(refusal(attachment(text))).toBe('attachments.0.content_base64: base64');
    }
  });

  test.each(['pdf', 'text/', 'text/plain;', 'multipart/mixed', 'Multipart/Signed; boundary=b'])(
    'An attachment of the type %j is refused',
    (content_type) => {
      const attachments = [{ filename: 'a', content_type, content_base64: 'YQ==' }];
      expect(refusal({ attachments })).toMatch(/^attachments\.0\.content_type: a media type/);
    },
  );

  test.each(['Subject', 'From', 'Bcc', 'X-SES-CONFIGURATION-SET', 'x-amz-foo', 'X-AID-Task', 'X Y', 'X-', ''])(
    'The header field %j is refused',
    (name) => {
      expect(refusal({ headers: { [name]: 'x' } })).toMatch(/^headers\./);
    },
  );

  test.each([
    [{ subject: undefined }, /^subject: required/],
    [{ to: undefined }, /^to: required/],
    [{ to: [] }, /^to: required/],
    [{ text: undefined }, /^text: required/],
    [{ reply_all: true }, /^reply_all: only with/],
    [{ from: 'eve@example.com' }, /Unrecognized key/],
    [{ subject: 'x'.repeat(999) }, /^subject: at most 998/],
    [
      { attachments: [{ filename: 'a', content_type: 'nonsense', content_base64: '' }] },
      /^attachments\.0\.content_type/,
    ],
  ])('A mail with %j is refused', (more, expected) => {
    expect(refusal(more)).toMatch(expected);
  });

  test('An email that is not a reply may have reply_all false', () => {
    expect(refusal({ reply_all: false })).toBeUndefined();
  });

  test('A reply may omit subject and recipients', () => {
    expect(
      refusal({ to: undefined, subject: undefined, in_reply_to_message_id: 'msg_x', reply_all: true }),
    ).toBeUndefined();
  });
});
