import type { Limits } from '#shared/domain/limits/limits.ts';
import { recipientLimit, recipientLimitReached } from '#shared/domain/organization/organization-limits.ts';
import { DAY, epochSeconds, nextMidnight, timestamp } from '#shared/domain/time/time.ts';
import { type Change, update } from '../../change.ts';
import { rowDecoder } from '../../decode-row.ts';
import { PREFIX } from '../../table.ts';
import { getRow, type Key, type Table } from '../../table-client.ts';

/** The number of recipients of an organization's emails on a UTC day. See: docs/contract/accounts.md#usage. */
interface RecipientCount {
  recipients: number;
}

const decodeRecipientCount = rowDecoder<RecipientCount>({ recipients: 'number' });

function usageKey(organizationId: string, now: number): Key {
  return { pk: `${PREFIX.usage}${organizationId}`, sk: timestamp(now).slice(0, 10) };
}

export async function recipientsToday(table: Table, organizationId: string, now: number): Promise<number> {
  return (await getRow(table, decodeRecipientCount, usageKey(organizationId, now), { strong: true }))?.recipients ?? 0;
}

/**
 * Counts recipients, unless that would exceed the day's limit. The limit is exact: the condition is part of the commit.
 */
export function incrementRecipients(
  organizationId: string,
  recipients: number,
  { ownerVerified, limits }: { ownerVerified: boolean; limits: Limits },
  now: number,
): Change {
  const limit = recipientLimit(ownerVerified, limits);
  const refuse = () => recipientLimitReached(ownerVerified, limits, now);
  if (recipients > limit) throw refuse();
  return update(
    usageKey(organizationId, now),
    { add: { recipients }, set: { expires_at: epochSeconds(nextMidnight(now) + DAY) } },
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
