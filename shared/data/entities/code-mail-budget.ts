import { MAX_UNLOCK_EMAILS_PER_HOUR } from '#shared/domain/login-limits.ts';
import { mailBudgetAddress } from '#shared/domain/mail/mail-budget-address.ts';
import { HOUR } from '#shared/domain/time.ts';
import { type Change, RETRY, update } from '../change.ts';
import { rowDecoder } from '../decode-row.ts';
import { getRow, type Table } from '../table-client.ts';
import { incrementWindowCount, rateKey, rateTimeToLive } from './rate-limit.ts';

/**
 * The number of code emails to one recipient in a calendar hour, from all operations that send one. Each email is
 * counted in the commit that requests it, so the limit is exact.
 *
 * See: docs/contract/accounts.md#code-emails; docs/decisions/0017-limits-on-codes-and-passwords.md.
 */
export interface CodeMailBudget {
  subject: string;
  limit: number;
  /** Whether one more mail may be sent. */
  allowed: boolean;
}

const decodeCount = rowDecoder<{ drawn?: number }>({ drawn: 'number?' });

/** The current budget of a recipient. */
export function findCodeMailBudget(
  table: Table,
  to: string,
  limits: { codeMailsPerHour: number },
  now: number,
): Promise<CodeMailBudget> {
  return findBudget(table, `code-mail#${mailBudgetAddress(to)}`, limits.codeMailsPerHour, now);
}

/** The current budget of a recipient for codes that lift a limit of wrong passwords. */
export function findUnlockMailBudget(table: Table, to: string, now: number): Promise<CodeMailBudget> {
  return findBudget(table, `unlock-mail#${mailBudgetAddress(to)}`, MAX_UNLOCK_EMAILS_PER_HOUR, now);
}

async function findBudget(table: Table, subject: string, limit: number, now: number): Promise<CodeMailBudget> {
  const row = await getRow(table, decodeCount, rateKey(subject, now, HOUR), { strong: true });
  return { subject, limit, allowed: (row?.drawn ?? 0) < limit };
}

/** Counts an email that is sent. The operation retries if another request has used up the budget meanwhile. */
export function incrementCodeMailCount({ subject, limit }: CodeMailBudget, now: number): Change {
  return incrementWindowCount(subject, limit, now, HOUR, RETRY);
}

/**
 * Counts an email that is withheld. It is the same work as for an email that is sent, so that both take the same time.
 */
export function incrementWithheldCodeMailCount({ subject }: CodeMailBudget, now: number): Change {
  return update(
    rateKey(subject, now, HOUR),
    { add: { withheld: 1 }, set: { expires_at: rateTimeToLive(now, HOUR) } },
    { upsert: true },
  );
}
