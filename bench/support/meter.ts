import { setTimeout as sleep } from 'node:timers/promises';

/** One call to the database and its cost. */
export interface MeteredCall {
  readonly operation: string;
  /** Prefix of the partition that the call used, or the index that it read. */
  readonly rows: string;
  readonly readUnits: number;
  readonly writeUnits: number;
}

/** The cost of a phase. */
export interface Usage {
  readonly readUnits: number;
  readonly writeUnits: number;
  readonly calls: readonly MeteredCall[];
}

/** A phase is over when there was no call to the database for this long. */
const QUIET_MS = 400;

/**
 * Every minute the sweep queries its index and sends a heartbeat through the queues, regardless of the operation under
 * measurement: what these consume is left out.
 */
const EVERY_MINUTE = new Set(['due index', 'HEARTBEAT', 'OUTBOX#heartbeat']);

/**
 * Adds up the units of the calls through a metering proxy, phase by phase. A period without calls separates two phases.
 */
export class Meter {
  #calls: MeteredCall[] = [];
  #pending = 0;
  #lastAt = 0;

  begin(): void {
    this.#pending += 1;
  }

  end(call: MeteredCall | undefined): void {
    this.#pending -= 1;
    if (call === undefined || EVERY_MINUTE.has(call.rows)) return;
    this.#lastAt = Date.now();
    this.#calls.push(call);
  }

  /** Waits for a full quiet period from now: calls that were just triggered may not have reached the database yet. */
  async quiet(): Promise<void> {
    this.#lastAt = Date.now();
    while (this.#pending > 0 || Date.now() - this.#lastAt < QUIET_MS) await sleep(25);
  }

  /** Returns the cost of `work` and of everything that it triggers. */
  async phase(work: () => Promise<unknown>): Promise<Usage> {
    await this.quiet();
    this.#calls = [];
    await work();
    await this.quiet();
    const calls = this.#calls;
    this.#calls = [];
    const sum = (units: 'readUnits' | 'writeUnits') => calls.reduce((total, call) => total + call[units], 0);
    return { readUnits: sum('readUnits'), writeUnits: sum('writeUnits'), calls };
  }
}

/** Divides a usage by `count` equal operations. */
export function share(usage: Usage, count: number): Usage {
  return { ...usage, readUnits: usage.readUnits / count, writeUnits: usage.writeUnits / count };
}

export function unitsOf({ readUnits, writeUnits }: Usage): string {
  const digits = (units: number) => String(Math.round(units * 100) / 100);
  return `${digits(readUnits)} RCU + ${digits(writeUnits)} WCU`;
}

/** Describes which calls consumed the units of a usage. */
export function breakdown({ calls }: Usage): string {
  const kinds = new Map<string, { count: number; read: number; write: number }>();
  for (const { operation, rows, readUnits, writeUnits } of calls) {
    const name = `${operation} ${rows}`;
    const kind = kinds.get(name) ?? { count: 0, read: 0, write: 0 };
    kinds.set(name, { count: kind.count + 1, read: kind.read + readUnits, write: kind.write + writeUnits });
  }
  return [...kinds]
    .map(([name, { count, read, write }]) => `${count}× ${name} (${read > 0 ? `${read} R` : `${write} W`})`)
    .join(', ');
}
