import { MAX_REFERENCES } from './mail-limits.ts';

/** No longer than a line of its own takes, after the blank that folds it: an answer has to repeat it. */
const MESSAGE_ID = /<[^<>\s]{1,995}>/g;

/** The message ids in a header field, in its order, brackets included. See: RFC 5322, section 3.6.4. */
export function messageIds(field: string | undefined | null): string[] {
  return (field ?? '').match(MESSAGE_ID) ?? [];
}

/** A field by its name, and the lines that continue it. */
const MESSAGE_ID_FIELD = /^message-id[ \t]*:(.*(?:\r?\n[ \t].*)*)/im;

/** The id that a mail's header gives it, without reading the rest of the header. */
export function messageIdOf(header: Uint8Array): string | undefined {
  return messageIds(MESSAGE_ID_FIELD.exec(Buffer.from(header).toString('utf8'))?.[1])[0];
}

/**
 * The messages this one may answer, nearest first: `In-Reply-To`, then `References` from its end.
 * The first that is known decides the thread.
 */
export function answeredMessageIds(
  inReplyTo: string | undefined | null,
  references: string | undefined | null,
): string[] {
  const known = [...messageIds(inReplyTo), ...messageIds(references).reverse()];
  const unique = [...new Set(known)];
  if (unique.length <= MAX_REFERENCES) return unique;
  return [...unique.slice(0, MAX_REFERENCES - 1), unique.at(-1) as string];
}
