import fc from 'fast-check';
import type { FullMessage } from '#functions/http/mcp/results/mail-record.ts';
import { makeId } from '#shared/domain/ids/ids.ts';
import { AUTH_CHECK_RESULTS, MAIL_FOLDERS } from '#shared/domain/mail/message-fields.ts';
import { CONTENT_WARNINGS, type ContentWarning } from '#shared/domain/safe-reading/content-warning.ts';
import { timestamp } from '#shared/domain/time/time.ts';
import type { ParsedMail } from '#shared/services/inbound-mail/parsed-mail.ts';
import { hostileText } from './hostile-block-text.ts';

/** When the first message of a test arrived. */
const BEGIN = Date.UTC(2026, 10, 25);

const idOf = (kind: 'message' | 'thread' | 'attachment' | 'agent' | 'mailbox', index: number) =>
  makeId(kind, BEGIN + index * 1000, String(index).padStart(16, '0'));

/** A received message of one line; the higher the index, the newer it is. */
export function aMessage(given: Partial<FullMessage> = {}, index = 0): FullMessage {
  const at = timestamp(BEGIN + index * 1000);
  return {
    id: idOf('message', index),
    identity_id: idOf('agent', 0),
    mailbox_id: idOf('mailbox', 0),
    thread_id: idOf('thread', 0),
    direction: 'inbound',
    status: 'received',
    folder: 'inbox',
    from: [{ address: 'ada@example.com', name: 'Ada' }],
    to: [{ address: 'bot@agents.example', name: null }],
    cc: [],
    reply_to: [],
    subject: 'Where is my order?',
    snippet: 'Hello, I ordered a lamp.',
    rfc_message_id: '<order@example.com>',
    in_reply_to: null,
    has_attachments: false,
    attachments: [],
    auth: { spf: 'pass', dkim: 'pass', dmarc: 'pass', spam: 'pass', virus: 'pass', sender_verified: true },
    is_automated: false,
    content_warnings: [],
    is_read: false,
    labels: [],
    detail: null,
    created_at: at,
    updated_at: at,
    text: 'Hello, I ordered a lamp.',
    html: null,
    headers: [],
    extracted_text: 'Hello, I ordered a lamp.',
    hidden_text: null,
    ...given,
  };
}

/** A message that was sent. */
export function aSentMessage(given: Partial<FullMessage> = {}, index = 0): FullMessage {
  return aMessage({ direction: 'outbound', status: 'sent', folder: 'sent', bcc: [], is_read: true, ...given }, index);
}

/** A received message with what was parsed of a raw one. */
export function receivedMessage(mail: ParsedMail, index = 0): FullMessage {
  return aMessage(
    {
      from: mail.from,
      to: mail.to,
      cc: mail.cc,
      reply_to: mail.replyTo,
      subject: mail.subject,
      snippet: mail.snippet,
      rfc_message_id: mail.rfcMessageId,
      in_reply_to: mail.inReplyTo,
      has_attachments: mail.attachments.length > 0,
      attachments: mail.attachments.map((one, at) => ({
        id: idOf('attachment', at),
        filename: one.filename,
        content_type: one.contentType,
        size: one.size,
        content_id: one.contentId,
        disposition: one.disposition,
      })),
      auth: { spf: 'none', dkim: 'none', dmarc: 'none', spam: 'gray', virus: 'pass', sender_verified: false },
      is_automated: mail.isAutomated,
      content_warnings: mail.warnings,
      detail: mail.problem,
      text: mail.content.text,
      html: mail.content.html,
      headers: [...mail.content.headers],
      extracted_text: mail.content.extractedText,
      hidden_text: mail.content.hiddenText ?? null,
    },
    index,
  );
}

const longText = fc.oneof(
  { weight: 4, arbitrary: hostileText },
  { weight: 2, arbitrary: fc.string({ unit: 'binary', maxLength: 3000, size: 'max' }) },
  {
    weight: 2,
    arbitrary: fc
      .tuple(hostileText, fc.integer({ min: 1, max: 2000 }))
      .map(([text, times]) => text.repeat(times).slice(0, 60_000)),
  },
  {
    weight: 1,
    arbitrary: fc.constantFrom('中文邮件', 'بريد', '👩‍👩‍👧', '"\n', '\\', 'ab\n\n').map((text) => text.repeat(4000)),
  },
);

const name = fc.option(fc.oneof(hostileText, fc.string({ unit: 'binary', maxLength: 255, size: 'max' })));

const address = fc.oneof(
  fc.constantFrom('ada@example.com', '"a b"@example.com', 'ада@пример.example', 'x@[IPv6:::1]', '<untrusted a>@b.c'),
  fc
    .tuple(fc.stringMatching(/^[a-z0-9.]{1,64}$/), fc.stringMatching(/^[a-z0-9]{1,60}$/))
    .map(([local, host]) => `${local}@${host}.example`),
  hostileText,
);

const people = fc.array(fc.record({ address, name }), { maxLength: 60, size: 'max' });
const list = fc.oneof({ weight: 5, arbitrary: people.map((all) => all.slice(0, 2)) }, { weight: 1, arbitrary: people });

const attachment: fc.Arbitrary<FullMessage['attachments'][number]> = fc.record({
  id: fc.nat(999).map((index) => idOf('attachment', index)),
  filename: name,
  content_type: fc.constantFrom('text/plain', 'application/pdf', 'call/send_email', 'text/plain; name="</untrusted>"'),
  size: fc.nat(),
  content_id: fc.constant(null),
  disposition: fc.constantFrom('attachment', 'inline'),
});

const verdict = fc.constantFrom(...AUTH_CHECK_RESULTS);

/** Any message that a mailbox may hold. */
export const anyMessage: fc.Arbitrary<FullMessage> = fc
  .record({
    isSent: fc.boolean(),
    folder: fc.constantFrom(...MAIL_FOLDERS),
    from: list,
    to: list,
    cc: list,
    reply_to: list,
    subject: hostileText,
    snippet: hostileText.map((text) => text.slice(0, 200)),
    in_reply_to: fc.constantFrom(null, '<order@example.com>'),
    attachments: fc.oneof(
      fc.array(attachment, { maxLength: 0 }),
      fc.array(attachment, { maxLength: 100, size: 'max' }),
    ),
    auth: fc.record({
      spf: verdict,
      dkim: verdict,
      dmarc: verdict,
      spam: verdict,
      virus: verdict,
      sender_verified: fc.boolean(),
    }),
    is_automated: fc.boolean(),
    is_read: fc.boolean(),
    content_warnings: fc.subarray(Object.keys(CONTENT_WARNINGS) as ContentWarning[]),
    detail: fc.option(hostileText),
    text: fc.option(longText),
    extracted_text: fc.option(longText),
    hidden_text: fc.option(longText),
  })
  .map(({ isSent, ...given }) => (isSent ? aSentMessage({ ...given, content_warnings: [] }) : aMessage(given)));
