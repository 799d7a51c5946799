import { rememberCorrespondents } from '#shared/data/direct-writes/correspondents.ts';
import { rememberKnownAddresses } from '#shared/data/direct-writes/known-addresses.ts';
import { retryOnStaleRead } from '#shared/data/retry-on-stale-read.ts';
import { commit } from '#shared/data/unit-of-work.ts';
import { AppError } from '#shared/domain/errors/errors.ts';
import { MAX_AUTHORS } from '#shared/domain/mail/author.ts';
import type { MailFolder } from '#shared/domain/mail/message-fields.ts';
import { folderForWarnings } from '#shared/domain/mail/warning-rules.ts';
import type { ContentWarning } from '#shared/domain/safe-reading/content-warning.ts';
import { getTable } from '#shared/runtime/clients.ts';
import { readEnv } from '#shared/runtime/env.ts';
import { logger } from '#shared/runtime/log.ts';
import { MentionsOfMail } from '../vouching/mentions-of-mail.ts';
import { type EarlierMail, loadEarlierMail } from './earlier-mail.ts';
import { type InboundDelivery, type IngestResult, isSenderVerified } from './inbound-delivery.ts';
import { planOf } from './ingest-plan.ts';
import { recordReport } from './record-report.ts';
import { isSameMail } from './same-mail.ts';
import { ownDomains, warningsOf } from './warnings-of-mail.ts';

/**
 * Ingests an email for one mailbox, once. One commit writes the message, its thread and references, the guard against
 * repetitions, and the event. Runs again if what it loaded was stale. If the organization has no room for the message,
 * it is stored as blocked: `no-room`. The same mail under another id is not ingested again: `copy`.
 */
export async function ingest(delivery: InboundDelivery): Promise<IngestResult> {
  try {
    return await ingestWhileStale(delivery, true);
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'usage.storage_limit') throw error;
    const result = await ingestWhileStale(delivery, false);
    return result === 'blocked' ? 'no-room' : result;
  }
}

function ingestWhileStale(delivery: InboundDelivery, hasRoom: boolean): Promise<Exclude<IngestResult, 'no-room'>> {
  let runs = 0;
  return retryOnStaleRead((isOver) => ingestOnce(delivery, { hasRoom, isOver, strong: runs++ > 0 }));
}

async function ingestOnce(
  delivery: InboundDelivery,
  { hasRoom, isOver, strong }: { hasRoom: boolean; isOver: () => boolean; strong: boolean },
): Promise<Exclude<IngestResult, 'no-room'>> {
  const { mail, mailbox, providerMessageId } = delivery;
  const table = getTable();
  const authors = mail.from.slice(0, MAX_AUTHORS).map(({ address }) => address);
  const mentions = mentionsOfDelivery(delivery);
  const earlier = await loadEarlierMail(table, { mailbox, mail, providerMessageId, authors, mentions }, strong);
  if (earlier.isRepeated) return 'repeated';
  if (await isSameMail(table, delivery, earlier.copies)) return 'copy';
  const warnings = warningsOf(mail, authors, earlier, isSenderVerified(delivery));
  const folder = hasRoom ? folderOf(delivery, authors, earlier, warnings) : 'blocked';
  if (folder === 'inbox') await recordReport(table, delivery);
  const plan = planOf(delivery, earlier, { authors, warnings, folder, hasRoom, mentions });
  const storage = readEnv('LIMITS').LIMITS;
  const result = await commit(table, plan, { now: Date.now, isOver, storage });
  if (folder === 'inbox') await remember(delivery, authors, earlier);
  return result;
}

/** What an email mentions. An email with several authors has none whom a reply reaches alone. */
function mentionsOfDelivery(delivery: InboundDelivery): MentionsOfMail {
  const { mail, mailbox } = delivery;
  const [author, ...others] = mail.from;
  const isVerified = isSenderVerified(delivery);
  const one = author !== undefined && others.length === 0 ? { address: author.address, isVerified } : undefined;
  return new MentionsOfMail(mailbox.identityId, mail.mentions, one, [mailbox.address]);
}

/** The folder of a message, by its checks and by the contact rules. */
function folderOf(
  delivery: InboundDelivery,
  authors: readonly string[],
  { policy, warningRules }: EarlierMail,
  warnings: readonly ContentWarning[],
): Exclude<MailFolder, 'sent' | 'archive'> {
  const { mail, verdicts } = delivery;
  const senderVerified = isSenderVerified(delivery);
  // An email without an author matches no rule about one, so the filter mode decides: an allowlist blocks it.
  const checked = authors.length === 0 ? [''] : authors;
  const isRefused = checked.some((author) => policy.isRefused(author, { direction: 'inbound', senderVerified }));
  if (isRefused || mail.hasTooManyAuthors || verdicts.virus === 'fail') return 'blocked';
  const byWarnings = checked.map((author) =>
    folderForWarnings(author, policy.rulesOf(author), warningRules, { senderVerified, warnings }),
  );
  if (byWarnings.includes('blocked')) return 'blocked';
  return byWarnings.includes('spam') || verdicts.spam === 'fail' ? 'spam' : 'inbox';
}

/**
 * Records the authors as correspondents, and those of verified mail as known. The email is ingested whether that
 * succeeds or not.
 */
async function remember(delivery: InboundDelivery, addresses: readonly string[], earlier: EarlierMail): Promise<void> {
  const { organizationId } = delivery.mailbox;
  const standing = isSenderVerified(delivery) ? 'verified' : 'claimed';
  const found = { organizationId, addresses, standing, own: ownDomains(earlier) } as const;
  try {
    await Promise.all([
      rememberCorrespondents(getTable(), found, earlier.correspondents),
      standing === 'verified' ? rememberKnownAddresses(getTable(), organizationId, addresses) : undefined,
    ]);
  } catch (error) {
    logger.warn('correspondents not recorded', { error });
  }
}
