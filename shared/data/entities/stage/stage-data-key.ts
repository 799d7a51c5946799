import { rowDecoder } from '../../decode-row.ts';
import { PREFIX } from '../../table.ts';
import { type Key, queryRows, type Row, type Table } from '../../table-client.ts';

/** A version of the stage's data key, wrapped by KMS. No version is ever removed: old values need it. */
export interface StageDataKey {
  wrapped: string;
  /** Epoch milliseconds. The first version of an older stage has neither time. */
  createdAt?: number;
  /** Epoch milliseconds from which functions seal with it. Until then they only learn that it exists. */
  activeFrom?: number;
}

const decodeStageDataKey = rowDecoder<StageDataKey>({ wrapped: 'string', createdAt: 'number?', activeFrom: 'number?' });

export function stageDataKeyRowKey(stage: string, version: number): Key {
  return { pk: `${PREFIX.keyring}${stage}`, sk: String(version) };
}

export function versionOf({ sk }: Key): number {
  return Number(sk);
}

/** All versions, by ascending version. The read is strong, so that it shows a version that was created just before. */
export async function findStageDataKeys(table: Table, stage: string): Promise<Row<StageDataKey>[]> {
  const { pk } = stageDataKeyRowKey(stage, 1);
  const rows = queryRows(table, decodeStageDataKey, { pk, from: '0', to: ':', strong: true });
  return (await Array.fromAsync(rows)).sort((a, b) => versionOf(a) - versionOf(b));
}
