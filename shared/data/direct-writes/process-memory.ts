import type { Table } from '../table-client.ts';

/**
 * What this process remembers of a table's rows, up to `maxEntries`: then it forgets the oldest. Each table client has a
 * memory of its own.
 */
export class ProcessMemory<T> {
  readonly #maxEntries: number;
  readonly #byClient = new WeakMap<Table['client'], Map<string, T>>();

  constructor(maxEntries: number) {
    this.#maxEntries = maxEntries;
  }

  get(table: Table, name: string): T | undefined {
    return this.#byClient.get(table.client)?.get(`${table.name}\n${name}`);
  }

  /** Remembers a value, as the newest. */
  set(table: Table, name: string, value: T): void {
    const entries = this.#byClient.get(table.client) ?? new Map<string, T>();
    this.#byClient.set(table.client, entries);
    const key = `${table.name}\n${name}`;
    entries.delete(key);
    entries.set(key, value);
    if (entries.size <= this.#maxEntries) return;
    for (const oldest of entries.keys()) {
      entries.delete(oldest);
      return;
    }
  }
}
