import type { OutcomeKind } from '../../domain/mail/outcome.ts';
import { DAY, epochSeconds } from '../../domain/time.ts';
import { type Change, insert, RETRY } from '../change.ts';
import { anyRow } from '../decode-row.ts';
import { PREFIX } from '../table.ts';
import { getRows, type Key, type Table } from '../table-client.ts';

/** That an outcome of a message for one recipient was told: notices repeat, events do not. */
export interface OutcomeDedupKey {
  kind: OutcomeKind;
  recipient: string;
}

const KEPT_DAYS = 90;

function key(messageId: string, { kind, recipient }: OutcomeDedupKey): Key {
  return { pk: `${PREFIX.mailOutcome}${messageId}`, sk: `${kind}#${recipient.toLowerCase()}` };
}

export function insertOutcomeDedup(messageId: string, mark: OutcomeDedupKey, now: number): Change {
  return insert({ ...key(messageId, mark), expires_at: epochSeconds(now + KEPT_DAYS * DAY) }, RETRY);
}

/** Those that nobody has told yet, each once. */
export async function filterUnrecorded<M extends OutcomeDedupKey>(
  table: Table,
  messageId: string,
  marks: readonly M[],
): Promise<M[]> {
  const rows = await getRows(
    table,
    anyRow,
    marks.map((mark) => key(messageId, mark)),
    { strong: true },
  );
  const recorded = new Set(rows.map((row) => row.sk));
  return marks.filter((mark) => {
    const { sk } = key(messageId, mark);
    const fresh = !recorded.has(sk);
    recorded.add(sk);
    return fresh;
  });
}
