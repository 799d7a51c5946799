import type { Database } from '../state/database.ts';

/** The position of each mapping in each shard of its stream, stored so that a restart continues exactly there. */
export class Positions {
  readonly #statements;

  constructor(database: Database) {
    this.#statements = {
      get: database.prepare('SELECT sequence_number FROM positions WHERE mapping = ? AND shard = ?'),
      furthest: database.prepare(
        'SELECT CAST(MAX(CAST(sequence_number AS INTEGER)) AS TEXT) AS furthest FROM positions WHERE mapping = ?',
      ),
      set: database.prepare('INSERT OR REPLACE INTO positions (mapping, shard, sequence_number) VALUES (?, ?, ?)'),
    };
  }

  get(mapping: string, shard: string): string | undefined {
    const row = this.#statements.get.get(mapping, shard) as { sequence_number: string } | undefined;
    return row?.sequence_number;
  }

  /** The furthest position of a mapping over all shards. */
  furthest(mapping: string): bigint | undefined {
    const row = this.#statements.furthest.get(mapping) as { furthest: string | null } | undefined;
    return row?.furthest == null ? undefined : BigInt(row.furthest);
  }

  set(mapping: string, shard: string, sequenceNumber: string): void {
    this.#statements.set.run(mapping, shard, sequenceNumber);
  }
}
