import { mailBudgetAddress } from '../../domain/mail/mail-budget-address.ts';
import { HOUR } from '../../domain/time.ts';
import { type Change, RETRY, update } from '../change.ts';
import { rowDecoder } from '../decode-row.ts';
import { getRow, type Table } from '../table-client.ts';
import { incrementWindowCount, rateKey, rateTimeToLive } from './rate-limit.ts';

/**
 * Mails with codes that one recipient gets in a calendar hour, counted over every way that sends one. Each counts in the
 * commit that asks for the mail, so the limit is exact.
 *
 * See: docs/contract/accounts.md#code-mails; docs/decisions/0017-limits-on-codes-and-passwords.md.
 */
export interface CodeMailBudget {
  subject: string;
  limit: number;
  /** Whether one more mail may be sent. */
  allowed: boolean;
}

const decodeCount = rowDecoder<{ drawn?: number }>({});

/** The budget of a recipient as it is now. */
export async function findCodeMailBudget(
  table: Table,
  to: string,
  limits: { codeMailsPerHour: number },
  now: number,
): Promise<CodeMailBudget> {
  const subject = `code-mail#${mailBudgetAddress(to)}`;
  const limit = limits.codeMailsPerHour;
  const row = await getRow(table, decodeCount, rateKey(subject, now, HOUR), { strong: true });
  return { subject, limit, allowed: (row?.drawn ?? 0) < limit };
}

/** Counts a mail that is sent. The operation runs again if another took the last one meanwhile. */
export function incrementCodeMailCount({ subject, limit }: CodeMailBudget, now: number): Change {
  return incrementWindowCount(subject, limit, now, HOUR, RETRY);
}

/** Counts a mail that is withheld. The same work as for one that is sent, so that the time does not tell them apart. */
export function incrementWithheldCodeMailCount({ subject }: CodeMailBudget, now: number): Change {
  return update(
    rateKey(subject, now, HOUR),
    { add: { withheld: 1 }, set: { expires_at: rateTimeToLive(now, HOUR) } },
    { upsert: true },
  );
}
