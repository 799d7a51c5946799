/** No longer than a line of its own takes, after the blank that folds it: an answer has to repeat it. */
const MESSAGE_ID = /<[^<>\s]{1,995}>/g;

/** The most ids of a References field that are followed: the root and the nearest ones decide a thread. */
const MOST_REFERENCES = 20;

/** The message ids in a header field, in its order, brackets included. Rule: RFC 5322, section 3.6.4. */
export function messageIds(field: string | undefined | null): string[] {
  return (field ?? '').match(MESSAGE_ID) ?? [];
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
  if (unique.length <= MOST_REFERENCES) return unique;
  return [...unique.slice(0, MOST_REFERENCES - 1), unique.at(-1) as string];
}
