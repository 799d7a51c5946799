import PostalMime from 'postal-mime';
import { bytesHash, mailContentHash } from '#shared/services/approvals/mail-hash.ts';
import type { AcceptedEmail } from '../approval-harness.ts';

/**
 * The content hash of the bytes that a provider got: they are parsed, and what they say is hashed. Only for emails of
 * the model, which answer nothing and have no header fields of their own.
 */
export async function sentHash({ raw, to: envelope }: AcceptedEmail, mailboxId: string): Promise<string> {
  const mail = await PostalMime.parse(raw);
  const named = (people: { address?: string; name?: string }[] = []) =>
    people.map(({ address = '', name = '' }) => ({ address, name: name === '' ? null : name }));
  const shown = [...named(mail.to), ...named(mail.cc)].map(({ address }) => address);
  const header = (key: string) => mail.headers.find((one) => one.key === key)?.value;
  return mailContentHash(
    {
      mailboxId,
      from: named(mail.from === undefined ? [] : [mail.from]),
      to: named(mail.to),
      cc: named(mail.cc),
      bcc: envelope.filter((address) => !shown.includes(address)).map((address) => ({ address, name: null })),
      replyTo: named(mail.replyTo),
      subject: mail.subject ?? '',
      inReplyTo: header('in-reply-to') ?? null,
      references: header('references')?.split(' ') ?? [],
      isAutomated: header('auto-submitted') !== undefined,
    },
    { text: mail.text?.trim() ?? null, html: mail.html?.trim() ?? null, headers: [] },
    mail.attachments.map(({ filename, mimeType, disposition, content }) => ({
      filename,
      contentType: mimeType,
      contentId: null,
      disposition: disposition === 'inline' ? 'inline' : 'attachment',
      size: new Uint8Array(content as ArrayBuffer).length,
      sha256: bytesHash(new Uint8Array(content as ArrayBuffer)),
    })),
  );
}
