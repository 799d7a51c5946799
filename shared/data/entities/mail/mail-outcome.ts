import type { OutcomeKind } from '#shared/domain/mail/outcome.ts';
import { DAY, epochSeconds } from '#shared/domain/time/time.ts';
import { type Change, insert, RETRY } from '../../change.ts';
import { anyRow } from '../../decode-row.ts';
import { PREFIX } from '../../table.ts';
import { getRows, type Key, type Table } from '../../table-client.ts';

/**
 * Marks an outcome of a message for one recipient as recorded. Providers may repeat a notification; the event is
 * appended once.
 */
export interface OutcomeDedupKey {
  kind: OutcomeKind;
  recipient: string;
}

const KEPT_DAYS = 90;

function key(messageId: string, { kind, recipient }: OutcomeDedupKey): Key {
  return { pk: `${PREFIX.mailOutcome}${messageId}`, sk: `${kind}#${recipient.toLowerCase()}` };
}

export function insertOutcomeDedup(messageId: string, outcome: OutcomeDedupKey, now: number): Change {
  return insert({ ...key(messageId, outcome), expires_at: epochSeconds(now + KEPT_DAYS * DAY) }, RETRY);
}

/** The outcomes that are not recorded yet, without duplicates. */
export async function filterUnrecorded<M extends OutcomeDedupKey>(
  table: Table,
  messageId: string,
  outcomes: readonly M[],
): Promise<M[]> {
  const rows = await getRows(
    table,
    anyRow,
    outcomes.map((outcome) => key(messageId, outcome)),
    { strong: true },
  );
  const recorded = new Set(rows.map((row) => row.sk));
  return outcomes.filter((outcome) => {
    const { sk } = key(messageId, outcome);
    const fresh = !recorded.has(sk);
    recorded.add(sk);
    return fresh;
  });
}
