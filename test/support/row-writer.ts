import type { Change } from '#shared/data/change.ts';
import type { Table } from '#shared/data/table-client.ts';
import { commit } from '#shared/data/unit-of-work.ts';
import { makeId, randomPart } from '#shared/domain/ids/ids.ts';

/** Commits changes that a test has decided without a read, at a fixed time. */
export function rowWriter(engine: { readonly table: Table }, at: number): (...changes: Change[]) => Promise<void> {
  return (...changes) => commit(engine.table, { build: (tx) => tx.put(...changes) }, { now: () => at });
}

/** The id of an organization that has no rows. */
export function newOrganizationId(at: number): string {
  return makeId('organization', at, randomPart());
}

/** The ids of a list, in its order. */
export async function idsOf(rows: AsyncIterable<{ id: string }> | Promise<{ id: string }[]>): Promise<string[]> {
  return (await Array.fromAsync(await rows)).map(({ id }) => id);
}
