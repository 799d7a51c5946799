import { type ClosedTicket, type LogEntry, predecessorsOf } from '#shared/domain/log/log-order.ts';

/**
 * A model of the table: the event clocks and logs of some organizations. Each method is one atomic write or read of the
 * real table.
 */
export class LogModel {
  readonly #clocks = new Map<string, number[]>();
  readonly #logs = new Map<string, Map<number, LogEntry & { mark?: string }>>();

  /** The update of the clock: a time that no other ticket has, and the tickets before it. */
  takeTicket(organization: string, now: number): ModelTicket {
    const register = this.#clocks.get(organization) ?? [];
    const time = Math.max(now, (register[0] ?? 0) + 1);
    this.#clocks.set(organization, [time, ...register]);
    return { organization, time, predecessors: predecessorsOf(time, register) };
  }

  /** The transaction of a commit: all events or none. Returns whether it succeeded. */
  commit(tickets: readonly ModelTicket[], mark: string, { withCondition = true } = {}): boolean {
    const isClosed = tickets.some(({ organization, time }) => this.#log(organization).has(time));
    if (withCondition && isClosed) return false;
    for (const { organization, time, predecessors } of tickets)
      this.#log(organization).set(time, { kind: 'event', ticket: { time, predecessors }, mark });
    return true;
  }

  /** A tombstone, unless an event is there already. The writer completes the tombstone of a reader. */
  close(organization: string, ticket: ClosedTicket, { withCondition = true } = {}): void {
    const found = this.#log(organization).get(ticket.time);
    const isIncomplete = found?.kind === 'tombstone' && found.ticket.predecessors === undefined;
    if (withCondition && found !== undefined && !(isIncomplete && ticket.predecessors !== undefined)) return;
    this.#log(organization).set(ticket.time, { kind: 'tombstone', ticket });
  }

  /** A read of the log after a time: in order, as one moment saw it. */
  read(organization: string, after: number): (LogEntry & { mark?: string })[] {
    return [...this.#log(organization)]
      .filter(([time]) => time > after)
      .sort(([a], [b]) => a - b)
      .map(([, entry]) => entry);
  }

  /** The marks of all events, in the order of the log. */
  marks(organization: string): string[] {
    return this.read(organization, 0).flatMap(({ mark }) => mark ?? []);
  }

  #log(organization: string) {
    const log = this.#logs.get(organization) ?? new Map();
    this.#logs.set(organization, log);
    return log;
  }
}

export interface ModelTicket {
  organization: string;
  time: number;
  predecessors: number[];
}
