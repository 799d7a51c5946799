import type { FilterMode, RuleTerms } from '#shared/domain/contact/access-rule.ts';
import { anyRow } from '../../decode-row.ts';
import { getRows, type Key, type Table } from '../../table-client.ts';
import { decodeTermsRow, ruleTermsKeys } from './a2a-rule.ts';
import { filterModeOf, settingsKey } from './a2a-settings.ts';

/** An agent, as rules know it. */
interface Party {
  readonly id: string;
  readonly handle: string;
}

/** The rules and the mode that decide whether a caller's tasks may reach a worker. */
export interface A2aPolicy {
  readonly callerRules: readonly RuleTerms[];
  readonly workerRules: readonly RuleTerms[];
  /** Of the worker. */
  readonly filterMode: FilterMode;
}

/**
 * Reads the rules of both agents about each other, at most six each, and the worker's filter mode. One strongly
 * consistent request, so that a new rule applies to the next task.
 */
export async function readA2aPolicy(table: Table, caller: Party, worker: Party): Promise<A2aPolicy> {
  const callerKeys = ruleTermsKeys(caller.id, worker.handle);
  const workerKeys = ruleTermsKeys(worker.id, caller.handle);
  const mode = settingsKey(worker.id);
  // One request reads rows of both kinds, and each is decoded as what its key says.
  const rows = await getRows(table, anyRow, [...callerKeys, ...workerKeys, mode], { strong: true });
  const byKey = new Map(rows.map((row) => [textOf(row), row]));
  const rulesAt = (keys: readonly Key[]) =>
    keys.flatMap((key) => {
      const row = byKey.get(textOf(key));
      return row === undefined ? [] : [decodeTermsRow(row)];
    });
  return {
    callerRules: rulesAt(callerKeys),
    workerRules: rulesAt(workerKeys),
    filterMode: filterModeOf(byKey.get(textOf(mode))),
  };
}

function textOf({ pk, sk }: Key): string {
  return `${pk}\n${sk}`;
}
