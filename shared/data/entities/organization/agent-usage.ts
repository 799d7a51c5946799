import { DAY, epochSeconds, nextMidnight, timestamp } from '#shared/domain/time/time.ts';
import { type Change, RETRY, update } from '../../change.ts';
import { rowDecoder } from '../../decode-row.ts';
import { PREFIX } from '../../table.ts';
import { getRow, type Key, type Table } from '../../table-client.ts';

/**
 * What an agent has done on a UTC day without a decision of a person. It is counted while the agent has a budget for
 * it. See: docs/contract/approvals.md#budgets.
 */
export interface AgentUsage {
  readonly mail: number;
  readonly newRecipients: number;
  readonly leases: number;
}

const decodeUsage = rowDecoder<Partial<AgentUsage>>({});

function usageKey(identityId: string, now: number): Key {
  return { pk: `${PREFIX.usage}${identityId}`, sk: timestamp(now).slice(0, 10) };
}

export async function agentUsageToday(table: Table, identityId: string, now: number): Promise<AgentUsage> {
  const row = await getRow(table, decodeUsage, usageKey(identityId, now), { strong: true });
  return { mail: row?.mail ?? 0, newRecipients: row?.newRecipients ?? 0, leases: row?.leases ?? 0 };
}

/**
 * Counts what an agent does, if it has not done anything else since `seen` was read: otherwise the operation decides
 * again. So a budget is exact.
 */
export function countAgentUsage(identityId: string, seen: AgentUsage, added: Partial<AgentUsage>, now: number): Change {
  const names = (['mail', 'newRecipients', 'leases'] as const).filter((name) => added[name] !== undefined);
  return update(
    usageKey(identityId, now),
    {
      add: Object.fromEntries(names.map((name) => [name, added[name] ?? 0])),
      set: { expires_at: epochSeconds(nextMidnight(now) + DAY) },
    },
    {
      upsert: true,
      condition: {
        expression: names
          .map((name) =>
            seen[name] === 0
              ? `(attribute_not_exists(#${name}) OR #${name} = :seen_${name})`
              : `#${name} = :seen_${name}`,
          )
          .join(' AND '),
        names: Object.fromEntries(names.map((name) => [`#${name}`, name])),
        values: Object.fromEntries(names.map((name) => [`:seen_${name}`, seen[name]])),
      },
      onConditionFailed: RETRY,
    },
  );
}
