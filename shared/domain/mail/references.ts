import { MAX_REFERENCES } from './mail-limits.ts';

/** No longer than one header line after the blank of a folded line, because a reply has to repeat the id. */
const MESSAGE_ID = /<[^<>\s]{1,995}>/g;

/** The message ids in a header field, in its order, brackets included. See: RFC 5322, section 3.6.4. */
export function messageIds(field: string | undefined | null): string[] {
  return (field ?? '').match(MESSAGE_ID) ?? [];
}

/** A field by its name, and the lines that continue it. */
const MESSAGE_ID_FIELD = /^message-id[ \t]*:(.*(?:\r?\n[ \t].*)*)/im;

/** The Message-ID in the header of an email. It does not parse the other fields. */
export function messageIdOf(header: Uint8Array): string | undefined {
  return messageIds(MESSAGE_ID_FIELD.exec(Buffer.from(header).toString('utf8'))?.[1])[0];
}

/**
 * The ids of the messages that an email may reply to, nearest first: `In-Reply-To`, and then `References` from its end.
 * The first known one decides the thread.
 */
export function referencedMessageIds(
  inReplyTo: string | undefined | null,
  references: string | undefined | null,
): string[] {
  const ids = [...messageIds(inReplyTo), ...messageIds(references).reverse()];
  const unique = [...new Set(ids)];
  if (unique.length <= MAX_REFERENCES) return unique;
  return [...unique.slice(0, MAX_REFERENCES - 1), unique.at(-1) as string];
}

/** The Message-IDs that lead to the thread of a message: its own, and then those of earlier messages, nearest first. */
export function threadingIds(message: { rfcMessageId: string | null; references?: readonly string[] }): string[] {
  const { rfcMessageId, references = [] } = message;
  return [...(rfcMessageId === null ? [] : [rfcMessageId]), ...[...references].reverse()];
}
