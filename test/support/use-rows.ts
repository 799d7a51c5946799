import { beforeEach } from 'vitest';
import type { Change } from '#shared/data/change.ts';
import type { Table } from '#shared/data/table-client.ts';
import { commit } from '#shared/data/unit-of-work.ts';
import { makeId, randomPart } from '#shared/domain/ids/ids.ts';
import { useEngine } from './engine.ts';

/** The time at which the rows of a test are written. */
export const AT = 1_800_000_000_000;

/** The rows of one test: those of an organization that has none when the test begins. */
interface Rows {
  readonly table: Table;
  /** The id of the test's organization. */
  readonly org: string;
  /** Commits changes that a test has decided without a read, at `AT`. */
  write(...changes: Change[]): Promise<void>;
}

/** Gives each test of a file an organization without rows, in the table that the test files share. */
export function useRows(): Rows {
  const engine = useEngine();
  let org = '';
  beforeEach(() => {
    org = newOrganizationId();
  });
  return {
    get table() {
      return engine.table;
    },
    get org() {
      return org;
    },
    write: (...changes) => commit(engine.table, { build: (tx) => tx.put(...changes) }, { now: () => AT }),
  };
}

/** The id of another organization that has no rows. */
export function newOrganizationId(): string {
  return makeId('organization', AT, randomPart());
}

/** The ids of a list, in its order. */
export async function idsOf(rows: AsyncIterable<{ id: string }> | Promise<{ id: string }[]>): Promise<string[]> {
  return (await Array.fromAsync(await rows)).map(({ id }) => id);
}
