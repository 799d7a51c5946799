import { randomUUID } from 'node:crypto';
import type { Message } from '#shared/data/entities/mail/message.ts';
import { invalid } from '#shared/domain/errors/errors.ts';
import type { MailAddress } from '#shared/domain/mail/address.ts';
import { allRecipients, dedupeRecipients, type Recipients } from '#shared/domain/mail/reply.ts';
import { hasUnsubscribeLink } from '#shared/domain/mail/unsubscribe-token.ts';
import { findMailContent, type MailContent } from '../mail-files/mail-store.ts';
import { outgoingBytes, outgoingFiles } from '../outgoing-mail/outgoing-files.ts';
import type { Edits, FinalContent, Refusal } from './effect.ts';
import { mailContentHash } from './mail-hash.ts';

/** What edits make of a held email. */
interface EditedMail {
  /** The attributes of the message that are replaced. */
  readonly changes: Pick<Message, 'subject' | 'to' | 'cc' | 'bcc'> & Partial<Pick<Message, 'contentKey' | 'snippet'>>;
  readonly contentHash: string;
  readonly content: FinalContent;
  /** The sequences of words of a new text. */
  readonly sequences: Uint32Array | undefined;
  /** Bytes of new content. */
  readonly bytes: number;
  readonly stored: Promise<unknown>;
}

/**
 * Applies edits to a held email. New content is a new file: what was held stays as it is, also if the commit fails. An
 * edit of the text alone leaves no HTML, which would still say what the text said before, and the reverse.
 *
 * See: docs/contract/approvals.md#editing.
 */
export async function editMail(message: Message, edits: Edits): Promise<EditedMail | Refusal> {
  const before = await findMailContent(message.contentKey);
  if (before === undefined) return { refused: 'The files of the message have expired.' };
  const recipients = dedupeRecipients({
    to: copyOf(edits.to ?? message.to),
    cc: copyOf(edits.cc ?? message.cc),
    bcc: copyOf(edits.bcc ?? message.bcc),
  });
  requireSameRecipient(message, recipients, before);
  const subject = edits.subject ?? message.subject;
  const changed = await editContent({ ...message, subject }, before, edits);
  const content = changed?.content ?? before;
  const changes = { subject, ...recipients, ...changed?.row };
  const files = message.attachments.map((file) => ({ ...file, sha256: file.sha256 ?? '' }));
  return {
    changes,
    contentHash: mailContentHash({ ...message, ...changes }, content, files),
    content: {
      subject,
      text: content.text ?? content.textOfHtml ?? null,
      html: content.html,
      to: recipients.to.map(({ address }) => address),
      cc: recipients.cc.map(({ address }) => address),
      bcc: recipients.bcc.map(({ address }) => address),
    },
    sequences: changed?.sequences,
    bytes: changed?.bytes ?? 0,
    stored: changed?.stored ?? Promise.resolve(),
  };
}

/** Throws 400 if edits send the link by which one person unsubscribes to someone else. */
function requireSameRecipient(message: Recipients, edited: Recipients, { headers }: MailContent): void {
  if (!hasUnsubscribeLink(headers)) return;
  const [before, after] = [message, edited].map((people) => allRecipients(people).map(({ address }) => address));
  if (before?.join() === after?.join()) return;
  throw invalid('edits.to', 'the recipient stays the same, because the message has a link to unsubscribe');
}

/** The new content, if the text or the HTML is edited. */
async function editContent(message: Message, before: MailContent, { text, html }: Edits) {
  if (text === undefined && html === undefined) return undefined;
  const outgoing = {
    text,
    html,
    written: { text, html },
    headers: Object.fromEntries(before.headers.map(({ name, value }) => [name, value])),
    attachments: [],
    subject: message.subject,
    isAnswer: message.inReplyTo !== null,
    isForward: before.isForward === true,
    isPreviewed: true,
  };
  const files = await outgoingFiles(randomUUID(), outgoing);
  const stored = files.store();
  // The commit reports a failure.
  stored.catch(() => {});
  return {
    content: files.content,
    row: { contentKey: files.contentKey, snippet: files.snippet },
    sequences: files.sequences,
    bytes: outgoingBytes(outgoing),
    stored,
  };
}

const copyOf = (people: readonly MailAddress[]): MailAddress[] => [...people];
