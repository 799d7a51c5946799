import { setTimeout as sleep } from 'node:timers/promises';

/** One call to the database and what it cost. */
export interface MeteredCall {
  readonly operation: string;
  /** Prefix of the partition it touched, or the index it read. */
  readonly rows: string;
  readonly readUnits: number;
  readonly writeUnits: number;
}

/** What a phase cost. */
export interface Usage {
  readonly readUnits: number;
  readonly writeUnits: number;
  readonly calls: readonly MeteredCall[];
}

/** A phase is over when the database has been left alone for so long. */
const QUIET_MS = 400;

/** The sweeper looks at its index each minute, whatever else goes on: its reads are no operation's. */
const SWEEPER = 'due index';

/** Adds up what passes through a metering proxy, phase by phase. Phases are told apart by quiet. */
export class Meter {
  #calls: MeteredCall[] = [];
  #pending = 0;
  #lastAt = 0;

  begin(): void {
    this.#pending += 1;
  }

  end(call: MeteredCall | undefined): void {
    this.#pending -= 1;
    if (call === undefined || call.rows === SWEEPER) return;
    this.#lastAt = Date.now();
    this.#calls.push(call);
  }

  /** Waits for quiet from now on: what was set off a moment ago may not have reached the database yet. */
  async quiet(): Promise<void> {
    this.#lastAt = Date.now();
    while (this.#pending > 0 || Date.now() - this.#lastAt < QUIET_MS) await sleep(25);
  }

  /** What `work` and all that follows from it costs. */
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

/** The part of a usage that each of `count` equal things bears. */
export function share(usage: Usage, count: number): Usage {
  return { ...usage, readUnits: usage.readUnits / count, writeUnits: usage.writeUnits / count };
}

export function unitsOf({ readUnits, writeUnits }: Usage): string {
  const digits = (units: number) => String(Math.round(units * 100) / 100);
  return `${digits(readUnits)} RCU + ${digits(writeUnits)} WCU`;
}

/** Where the units of a usage went: each kind of call once. */
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
