import type { SentMail } from '../../data/entities/sent-mail.ts';

/**
 * The tags of a mail. SES repeats them in every notification about it.
 *
 * See: docs/architecture.md#mail-out; AWS SES MessageTag (letters, digits, `_` and `-`).
 */
const TAGS = { organizationId: 'aid-organization', identityId: 'aid-identity', messageId: 'aid-message' } as const;

/** The tag of mail that belongs to no message, such as a code. */
export const PURPOSE_TAG = 'aid-purpose';

export function tagsOf(mail: SentMail): Record<string, string> {
  return {
    [TAGS.organizationId]: mail.organizationId,
    [TAGS.identityId]: mail.identityId,
    [TAGS.messageId]: mail.messageId,
  };
}

/** The message that the tags of a notification name, if any. */
export function taggedMail(tags: Readonly<Record<string, readonly string[] | undefined>>): SentMail | undefined {
  const [organizationId, identityId, messageId] = [TAGS.organizationId, TAGS.identityId, TAGS.messageId].map(
    (name) => tags[name]?.[0],
  );
  if (organizationId === undefined || identityId === undefined || messageId === undefined) return undefined;
  return { organizationId, identityId, messageId };
}

/** The Message-ID that SES writes into a mail. Source: SES developer guide, Header fields (Message-ID). */
export function sesMessageIdField(providerMessageId: string, region: string): string {
  return `<${providerMessageId}@${region === 'us-east-1' ? 'email' : region}.amazonses.com>`;
}
