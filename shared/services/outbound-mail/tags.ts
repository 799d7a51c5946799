import type { SentMail } from '#shared/data/entities/mail/sent-mail.ts';
import { currentRequestId } from '#shared/domain/http/request-scope.ts';

/**
 * The tags of an email. SES repeats them in every notification about it.
 *
 * See: docs/architecture.md#mail-out; AWS SES MessageTag (letters, digits, `_` and `-`).
 */
const TAGS = { organizationId: 'aid-organization', identityId: 'aid-identity', messageId: 'aid-message' } as const;

/** The tag with the request that sent the mail. */
const REQUEST_TAG = 'aid-request';

/** The tag of mail that belongs to no message, such as a code. */
export const PURPOSE_TAG = 'aid-purpose';

export function tagsOf(mail: SentMail): Record<string, string> {
  const requestId = currentRequestId();
  return {
    [TAGS.organizationId]: mail.organizationId,
    [TAGS.identityId]: mail.identityId,
    [TAGS.messageId]: mail.messageId,
    ...(requestId !== undefined && { [REQUEST_TAG]: requestId }),
  };
}

/** The request that the tags of a notification name, if any. */
export function taggedRequest(tags: Readonly<Record<string, readonly string[] | undefined>>): string | undefined {
  return tags[REQUEST_TAG]?.[0];
}

/** The message that the tags of a notification name, if any. */
export function taggedMail(tags: Readonly<Record<string, readonly string[] | undefined>>): SentMail | undefined {
  const [organizationId, identityId, messageId] = [TAGS.organizationId, TAGS.identityId, TAGS.messageId].map(
    (name) => tags[name]?.[0],
  );
  if (organizationId === undefined || identityId === undefined || messageId === undefined) return undefined;
  return { organizationId, identityId, messageId };
}

/** The Message-ID that SES writes into an email. Source: SES developer guide, Header fields (Message-ID). */
export function sesMessageIdField(providerMessageId: string, region: string): string {
  return `<${providerMessageId}@${region === 'us-east-1' ? 'email' : region}.amazonses.com>`;
}
