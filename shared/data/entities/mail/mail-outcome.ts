import type { OutcomeKind } from '#shared/domain/mail/outcome.ts';
import { DAY, epochSeconds, SECOND } from '#shared/domain/time/time.ts';
import { type Change, insert, RETRY } from '../../change.ts';
import { anyRow, rowDecoder } from '../../decode-row.ts';
import { PREFIX } from '../../table.ts';
import { getRows, type Key, queryRows, type Table } from '../../table-client.ts';

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

const decodeRecorded = rowDecoder<{ expires_at: number }>({ expires_at: 'number' });

/**
 * When outcomes of a message were recorded, to a second, at most `limit` of them. Their events have about these times.
 */
export async function outcomeTimes(table: Table, messageId: string, limit: number): Promise<number[]> {
  const pk = `${PREFIX.mailOutcome}${messageId}`;
  const rows = queryRows(table, decodeRecorded, { pk, from: '\u{0}', to: '\u{10ffff}', limit });
  return (await Array.fromAsync(rows)).map(({ expires_at: seconds }) => seconds * SECOND - KEPT_DAYS * DAY);
}
