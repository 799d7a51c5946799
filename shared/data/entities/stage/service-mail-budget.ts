import { MAX_APPROVAL_EMAILS_PER_HOUR } from '#shared/domain/approval/approval-link.ts';
import { MAX_NOTICE_EMAILS_PER_DAY } from '#shared/domain/delivery/failing-period.ts';
import { mailBudgetAddress } from '#shared/domain/mail/mail-budget-address.ts';
import { MAX_UNLOCK_EMAILS_PER_HOUR } from '#shared/domain/organization/login-limits.ts';
import { DAY, HOUR } from '#shared/domain/time/time.ts';
import { type Change, RETRY, update } from '../../change.ts';
import { rowDecoder } from '../../decode-row.ts';
import { getRow, type Table } from '../../table-client.ts';
import { incrementWindowCount, rateKey, rateTimeToLive } from './rate-limit.ts';

/**
 * The number of emails of one kind that the service sends to one recipient in a calendar window, from all operations
 * that send one. Each email is counted in the commit that requests it, so the limit is exact.
 *
 * See: docs/contract/accounts.md#code-emails; docs/decisions/0006-people.md#limits.
 */
export interface ServiceMailBudget {
  subject: string;
  limit: number;
  windowMs: number;
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
): Promise<ServiceMailBudget> {
  return findBudget(table, `code-mail#${mailBudgetAddress(to)}`, limits.codeMailsPerHour, HOUR, now);
}

/** The current budget of a recipient for codes that lift a limit of wrong passwords. */
export function findUnlockMailBudget(table: Table, to: string, now: number): Promise<ServiceMailBudget> {
  return findBudget(table, `unlock-mail#${mailBudgetAddress(to)}`, MAX_UNLOCK_EMAILS_PER_HOUR, HOUR, now);
}

/** The current budget of a recipient for notices about the endpoints of an organization. */
export function findNoticeBudget(table: Table, to: string, now: number): Promise<ServiceMailBudget> {
  return findBudget(table, `notice-mail#${mailBudgetAddress(to)}`, MAX_NOTICE_EMAILS_PER_DAY, DAY, now);
}

/** The current budget of a person for emails about approvals of an organization. */
export function findApprovalMailBudget(
  table: Table,
  { organizationId, userId }: { readonly organizationId: string; readonly userId: string },
  now: number,
): Promise<ServiceMailBudget> {
  return findBudget(table, `approval-mail#${organizationId}#${userId}`, MAX_APPROVAL_EMAILS_PER_HOUR, HOUR, now);
}

async function findBudget(
  table: Table,
  subject: string,
  limit: number,
  windowMs: number,
  now: number,
): Promise<ServiceMailBudget> {
  const row = await getRow(table, decodeCount, rateKey(subject, now, windowMs), { strong: true });
  return { subject, limit, windowMs, allowed: (row?.drawn ?? 0) < limit };
}

/** Counts an email that is sent. The operation retries if another request has used up the budget meanwhile. */
export function incrementServiceMailCount({ subject, limit, windowMs }: ServiceMailBudget, now: number): Change {
  return incrementWindowCount(subject, limit, now, windowMs, RETRY);
}

/**
 * Counts an email that is withheld. It is the same work as for an email that is sent, so that both take the same time.
 */
export function incrementWithheldMailCount({ subject, windowMs }: ServiceMailBudget, now: number): Change {
  return update(
    rateKey(subject, now, windowMs),
    { add: { withheld: 1 }, set: { expires_at: rateTimeToLive(now, windowMs) } },
    { upsert: true },
  );
}
