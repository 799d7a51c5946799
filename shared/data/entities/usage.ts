import { AppError } from '../../domain/errors.ts';
import { emailLimitMessage } from '../../domain/limit-messages.ts';
import type { Limits } from '../../domain/limits.ts';
import { DAY, epochSeconds, secondsUntil, timestamp } from '../../domain/time.ts';
import { type Change, update } from '../change.ts';
import { rowDecoder } from '../decode-row.ts';
import { PREFIX } from '../table.ts';
import { getRow, type Key, type Table } from '../table-client.ts';

/** The number of recipients of an organization's mail on a UTC day. See: docs/contract/accounts.md#usage. */
export interface MailUsage {
  recipients: number;
}

const decodeMailUsage = rowDecoder<MailUsage>({ recipients: 'number' });

function usageKey(organizationId: string, now: number): Key {
  return { pk: `${PREFIX.usage}${organizationId}`, sk: timestamp(now).slice(0, 10) };
}

/** The next 00:00 UTC. */
export function usageResetsAt(now: number): number {
  return (Math.floor(now / DAY) + 1) * DAY;
}

export function mailLimit(ownerVerified: boolean, limits: Limits): number {
  return ownerVerified ? limits.verifiedEmailsPerDay : limits.unverifiedEmailsPerDay;
}

export async function recipientsToday(table: Table, organizationId: string, now: number): Promise<number> {
  return (await getRow(table, decodeMailUsage, usageKey(organizationId, now), { strong: true }))?.recipients ?? 0;
}

/** The error for a message with more recipients than the day's limit leaves. */
export function emailLimitReached(ownerVerified: boolean, limits: Limits, now: number): AppError {
  const resetsAt = usageResetsAt(now);
  const retryAfterSeconds = secondsUntil(resetsAt, now);
  return new AppError('usage.email_limit', emailLimitMessage(ownerVerified, limits, resetsAt), { retryAfterSeconds });
}

/**
 * Counts recipients, unless that would exceed the day's limit. The limit is exact: the condition is part of the commit.
 */
export function incrementMailUsage(
  organizationId: string,
  recipients: number,
  { ownerVerified, limits }: { ownerVerified: boolean; limits: Limits },
  now: number,
): Change {
  const limit = mailLimit(ownerVerified, limits);
  const refuse = () => emailLimitReached(ownerVerified, limits, now);
  if (recipients > limit) throw refuse();
  return update(
    usageKey(organizationId, now),
    { add: { recipients }, set: { expires_at: epochSeconds(usageResetsAt(now) + DAY) } },
    {
      upsert: true,
      condition: {
        expression: 'attribute_not_exists(#recipients) OR #recipients <= :remaining',
        names: { '#recipients': 'recipients' },
        values: { ':remaining': limit - recipients },
      },
      onConditionFailed: refuse,
    },
  );
}
