import type { Limits } from '#shared/domain/limits/limits.ts';
import { tokenLimit, tokenLimitReached } from '#shared/domain/organization/organization-limits.ts';
import { DAY, epochSeconds, nextMidnight, timestamp } from '#shared/domain/time/time.ts';
import { type Change, update } from '../../change.ts';
import { rowDecoder } from '../../decode-row.ts';
import { PREFIX } from '../../table.ts';
import { getRow, type Key, type Table } from '../../table-client.ts';

/**
 * The number of identity tokens of an organization on a UTC day. It has a row of its own, because release 0.2.0 expects
 * a count of recipients in the row of the day. See: docs/contract/accounts.md#usage.
 */
interface TokenCount {
  identityTokens: number;
}

const decodeTokenCount = rowDecoder<TokenCount>({ identityTokens: 'number' });

function tokenCountKey(organizationId: string, now: number): Key {
  return { pk: `${PREFIX.usage}${organizationId}`, sk: `TOKENS#${timestamp(now).slice(0, 10)}` };
}

export async function identityTokensToday(table: Table, organizationId: string, now: number): Promise<number> {
  const row = await getRow(table, decodeTokenCount, tokenCountKey(organizationId, now), { strong: true });
  return row?.identityTokens ?? 0;
}

/** Counts a token, unless that would exceed the day's limit. It is exact: the condition is part of the commit. */
export function incrementIdentityTokens(
  organizationId: string,
  { ownerVerified, limits }: { ownerVerified: boolean; limits: Limits },
  now: number,
): Change {
  const limit = tokenLimit(ownerVerified, limits);
  const refuse = () => tokenLimitReached(ownerVerified, limits, now);
  if (limit === 0) throw refuse();
  return update(
    tokenCountKey(organizationId, now),
    { add: { identityTokens: 1 }, set: { expires_at: epochSeconds(nextMidnight(now) + DAY) } },
    {
      upsert: true,
      condition: {
        expression: 'attribute_not_exists(#identityTokens) OR #identityTokens < :limit',
        names: { '#identityTokens': 'identityTokens' },
        values: { ':limit': limit },
      },
      onConditionFailed: refuse,
    },
  );
}
