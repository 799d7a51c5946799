import { allInOrder } from '#shared/domain/concurrency/all-in-order.ts';
import type { Ticket } from '#shared/domain/log/log-order.ts';
import {
  type EventTicket,
  raiseSlots,
  takeDeliveryTimes,
  takeTicket,
  takeTicketAt,
  takeTime,
  takeTimeAt,
} from './direct-writes/event-clock.ts';
import { closeTicket } from './direct-writes/tombstone.ts';
import type { Table } from './table-client.ts';

/** What a plan needs from event clocks before it can be staged. */
export type ClockRequest =
  /** A time that no other record in any of the organizations has; in some of them, the ticket of an event. */
  | { kind: 'time'; organizationIds: readonly string[]; eventsIn: Set<string> }
  | { kind: 'deliveries'; organizationId: string; count: number }
  | { kind: 'slots'; organizationId: string; count: number };

/** What a request got. */
export interface Reservation {
  /** The time; of deliveries the first one; of slots the last delivery time that was reserved before. */
  time: number;
  tickets: ReadonlyMap<string, EventTicket>;
}

/** How long, in milliseconds, two clocks may be moved ahead so that both can take the same time. */
const MAX_MARGIN_MS = 64;

/**
 * Takes what plans need from event clocks, and closes the tickets of events that were not written in the end, so that
 * readers need not wait for them.
 *
 * See: docs/decisions/0022-tickets.md.
 */
export class Reservations {
  readonly #table: Table;
  readonly #now: () => number;
  readonly #open = new Map<string, { organizationId: string; ticket: Ticket }>();

  constructor(table: Table, now: () => number) {
    this.#table = table;
    this.#now = now;
  }

  /** Takes all at once. Events of one organization get their tickets in the order of the requests. */
  async take(requests: readonly ClockRequest[]): Promise<Reservation[]> {
    const reservations = await allInOrder(requests.map((request) => this.#takeOne(request)));
    return inOrderOfRequests(requests, reservations);
  }

  /** A commit has written the events of these tickets. */
  keep(reservations: readonly Reservation[]): void {
    for (const { tickets } of reservations)
      for (const [organizationId, { time }] of tickets) this.#open.delete(`${organizationId} ${time}`);
  }

  /**
   * Closes all other tickets: no commit will write their events. What fails here is left to the readers, which close a
   * ticket after its lease.
   */
  async release(): Promise<void> {
    const tickets = [...this.#open.values()];
    this.#open.clear();
    await Promise.allSettled(
      tickets.map(({ organizationId, ticket }) => closeTicket(this.#table, organizationId, ticket, this.#now())),
    );
  }

  async #takeOne(request: ClockRequest): Promise<Reservation> {
    if (request.kind === 'deliveries') {
      const { organizationId, count } = request;
      return { time: await takeDeliveryTimes(this.#table, organizationId, this.#now(), count), tickets: NO_TICKETS };
    }
    if (request.kind === 'slots') {
      const { organizationId, count } = request;
      return { time: await raiseSlots(this.#table, organizationId, count), tickets: NO_TICKETS };
    }
    const [organizationId, ...others] = request.organizationIds;
    if (organizationId === undefined) throw new Error('a time of no organization');
    if (others.length > 0) return this.#takeCommon(request);
    if (!request.eventsIn.has(organizationId))
      return { time: await takeTime(this.#table, organizationId, this.#now()), tickets: NO_TICKETS };
    const ticket = this.#opened(organizationId, await takeTicket(this.#table, organizationId, this.#now()));
    return { time: ticket.time, tickets: new Map([[organizationId, ticket]]) };
  }

  /**
   * Takes one time from several clocks. Each clock grants a time only while it is behind it, so this tries later and
   * later times until all of them do. The tickets of the other tries stay open, and are closed in the end.
   */
  async #takeCommon({ organizationIds, eventsIn }: ClockRequest & { kind: 'time' }): Promise<Reservation> {
    let time = this.#now();
    for (let margin = 1; ; margin = Math.min(MAX_MARGIN_MS, margin * 2)) {
      const tickets = new Map<string, EventTicket>();
      const grants = await Promise.all(
        organizationIds.map(async (organizationId) => {
          if (!eventsIn.has(organizationId)) return takeTimeAt(this.#table, organizationId, time);
          const grant = await takeTicketAt(this.#table, organizationId, time);
          if (grant.granted) tickets.set(organizationId, this.#opened(organizationId, grant.value));
          return grant;
        }),
      );
      const passed = grants.flatMap((grant) => (grant.granted ? [] : [grant.clockTime]));
      if (passed.length === 0) return { time, tickets };
      time = Math.max(this.#now(), ...passed) + margin;
    }
  }

  #opened(organizationId: string, ticket: EventTicket): EventTicket {
    this.#open.set(`${organizationId} ${ticket.time}`, { organizationId, ticket });
    return ticket;
  }
}

const NO_TICKETS: ReadonlyMap<string, EventTicket> = new Map();

/** Tickets that were taken at once come in any order. Events of one commit keep the order in which it appends them. */
function inOrderOfRequests(requests: readonly ClockRequest[], reservations: readonly Reservation[]): Reservation[] {
  const ordered = [...reservations];
  const groups = Map.groupBy(requests.keys(), (index) => groupOf(requests[index] as ClockRequest));
  for (const [group, indexes] of groups) {
    if (group === '') continue;
    const sorted = indexes.map((index) => reservations[index] as Reservation).sort((a, b) => a.time - b.time);
    indexes.forEach((index, position) => {
      ordered[index] = sorted[position] as Reservation;
    });
  }
  return ordered;
}

/** The organization of a ticket in one log alone. */
function groupOf(request: ClockRequest): string {
  if (request.kind !== 'time' || request.organizationIds.length > 1 || request.eventsIn.size === 0) return '';
  return request.organizationIds[0] ?? '';
}
