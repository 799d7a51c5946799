import { addressDigest } from '#shared/data/address-digest.ts';
import { knowsParticipants } from '#shared/data/entities/mail/thread.ts';
import { domainOfAddress } from '#shared/domain/mail/address.ts';
import { type ContentWarning, sortedWarnings } from '#shared/domain/safe-reading/content-warning.ts';
import { unknownSequences } from '#shared/domain/safe-reading/text-marks.ts';
import type { EarlierMail } from './earlier-mail.ts';
import type { ParsedMail } from './parsed-mail.ts';

/** The domains of an agent's mailboxes, which its organization knows without a record. */
export function ownDomains({ identity }: Pick<EarlierMail, 'identity'>): string[] {
  return [...new Set(identity.mailboxes.map(({ address }) => domainOfAddress(address)))];
}

/** The authors who were neither author nor recipient of an earlier message of the thread that an email belongs to. */
export function joiningAuthors({ thread, identity }: EarlierMail, authors: readonly string[]): string[] {
  if (thread === undefined || !knowsParticipants(thread)) return [];
  const { organizationId } = identity;
  return authors.filter((author) => thread.participants?.has(addressDigest(organizationId, author)) === false);
}

/**
 * All that is odd about an email: what its content shows, and what earlier mail of the organization and of the thread
 * shows.
 *
 * See: docs/safe-reading.md#warnings.
 */
export function warningsOf(
  mail: ParsedMail,
  authors: readonly string[],
  earlier: EarlierMail,
  senderVerified: boolean,
): ContentWarning[] {
  const { correspondents, texts } = earlier;
  const own = ownDomains(earlier);
  const warnings: ContentWarning[] = [...mail.warnings];
  if (!senderVerified) warnings.push('not_verified');
  if (authors.some((author) => correspondents.isLookalike(author, own))) warnings.push('lookalike_domain');
  if (authors.some((author) => !correspondents.hasAddress(author))) warnings.push('first_contact');
  if (earlier.isThreadBySubject || joiningAuthors(earlier, authors).length > 0) warnings.push('joined_thread');
  // The id only decides how texts are marked; without texts there are no marks.
  const threadId = earlier.thread?.id ?? '';
  if (texts !== undefined && unknownSequences(mail.quotedSequences, threadId, texts).hasUnknownPassage)
    warnings.push('quoted_text_unknown');
  return sortedWarnings(warnings);
}
