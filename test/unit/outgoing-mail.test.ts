import { describe, expect, it } from 'vitest';
import { sendMailBody } from '../../shared/contract/schemas/outgoing-mail.ts';

const mail = { to: 'ada@example.com', subject: 'Hello', text: 'text' };

/** The field that a body is refused for, and why; undefined when it is taken. */
function refusal(more: Record<string, unknown>): string | undefined {
  const parsed = sendMailBody.safeParse({ ...mail, ...more });
  const [issue] = parsed.error?.issues ?? [];
  return issue && `${issue.path.join('.')}: ${issue.message}`;
}

const LINE_BREAKS = ['a\r\nBcc: eve@example.com', 'a\nb', 'a\rb', 'a\u0000b'];

describe('a mail to be sent', () => {
  it.each([
    ['an address', 'ada@example.com', { address: 'ada@example.com', name: null }],
    ['a name and an address', 'Ada L. <ada@example.com>', { address: 'ada@example.com', name: 'Ada L.' }],
    ['a quoted name', '"L., Ada" <ada@example.com>', { address: 'ada@example.com', name: 'L., Ada' }],
    ['an object', { address: 'ada@example.com', name: 'Ada' }, { address: 'ada@example.com', name: 'Ada' }],
    ['an international domain', 'Ada@Bücher.example', { address: 'Ada@xn--bcher-kva.example', name: null }],
    ['an object without a name', { address: 'ada@example.com' }, { address: 'ada@example.com', name: null }],
  ])('goes to %s', (_, to, expected) => {
    expect(sendMailBody.parse({ ...mail, to }).to).toEqual([expected]);
    expect(sendMailBody.parse({ ...mail, to: [to] }).to).toEqual([expected]);
  });

  it.each([
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
  ])('does not go to %j', (to) => {
    expect(refusal({ to })).toMatch(/^to\.0: /);
    expect(refusal({ cc: [to] })).toMatch(/^cc\.0: /);
    expect(refusal({ to: { address: to } })).toMatch(/^to\.0: /);
  });

  it.each([5, null, [], { name: 'Ada' }, {}])('says what a recipient is instead of %j', (to) => {
    expect(refusal({ to: [to] })).toMatch(/^to\.0(?:\.address)?: .*(?:address|string)/);
  });

  it.each(LINE_BREAKS)('takes no line break into its header: %j', (value) => {
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

  it('has at most 50 recipients in all', () => {
    const many = (count: number) => Array.from({ length: count }, (_, index) => `r${index}@example.com`);
    expect(refusal({ to: many(50) })).toBeUndefined();
    expect(refusal({ to: many(51) })).toMatch(/^to: at most 50/);
    expect(refusal({ to: many(20), cc: many(20), bcc: many(11) })).toMatch(/^to: at most 50/);
  });

  it('carries at most 3.5 MB of attachments, in base64', () => {
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

  it.each(['pdf', 'text/', 'text/plain;', 'multipart/mixed', 'Multipart/Signed; boundary=b'])(
    'carries nothing of the type %j',
    (content_type) => {
      const attachments = [{ filename: 'a', content_type, content_base64: 'YQ==' }];
      expect(refusal({ attachments })).toMatch(/^attachments\.0\.content_type: a media type/);
    },
  );

  it.each(['Subject', 'From', 'Bcc', 'X-SES-CONFIGURATION-SET', 'x-amz-foo', 'X-AID-Task', 'X Y', 'X-', ''])(
    'adds no field %j',
    (name) => {
      expect(refusal({ headers: { [name]: 'x' } })).toMatch(/^headers\./);
    },
  );

  it.each([
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
  ])('that says %j is refused', (more, expected) => {
    expect(refusal(more)).toMatch(expected);
  });

  it('that answers nobody may say that it is not for all', () => {
    expect(refusal({ reply_all: false })).toBeUndefined();
  });

  it('that answers another may leave subject and recipients to it', () => {
    expect(
      refusal({ to: undefined, subject: undefined, in_reply_to_message_id: 'msg_x', reply_all: true }),
    ).toBeUndefined();
  });
});
