import { requestIdField } from '#shared/domain/http/request-scope.ts';
import { makeId, randomPart } from '#shared/domain/ids/ids.ts';
import {
  type AgentSummary,
  EVENT_VERSION,
  EVENTS,
  type EventPayload,
  type EventType,
  type LoggedEvent,
  type MessageSummary,
} from '#shared/domain/log/events.ts';
import type { AuditActor, AuditedFields, AuditTarget } from '#shared/domain/organization/audit.ts';
import type { Change } from './change.ts';
import type { EventTicket } from './direct-writes/event-clock.ts';
import type { StoredContent } from './direct-writes/stored-bytes.ts';
import { insertEvent } from './entities/log/event.ts';
import type { ClockRequest, Reservation } from './reservations.ts';

/** An event as an operation stages it. */
export interface NewEvent<T extends EventType = EventType> {
  type: T;
  identityId: string | null;
  aggregateId: string;
  payload: EventPayload<T>;
  threadId?: string;
  message?: MessageSummary;
  agents?: AgentSummary[];
  /** A timestamp that `nextTimestamp` returned earlier, so that a record and its event have the same time. */
  at?: number;
}

/**
 * What an operation adds to the audit entry of its change. What is absent follows from the request and its reply.
 *
 * See: docs/contract/audit.md; shared/runtime/pipeline/audit-trail.ts.
 */
export interface AuditFacts {
  /** The organization of the change, and who acts in it: for a request without an actor of its own. */
  readonly organizationId?: string;
  readonly actor?: AuditActor;
  /** Another name than that of the operation, where one operation does several things. */
  readonly action?: string;
  /** Another kind of target than that of the operation, with the fields that its entry shows. */
  readonly other?: { readonly target: AuditTarget; readonly fields: readonly string[] };
  /** The id of what is changed, unless it is the `id` of the reply or of the path. */
  readonly targetId?: string;
  /** The record before the change. The entry shows the fields that the route declares. */
  readonly before?: AuditedFields | null;
  /** The record after it, unless that is the reply. */
  readonly after?: AuditedFields | null;
}

/** Collects the changes of a plan and gives out the timestamps of its organizations. */
export interface TransactionBuilder {
  readonly now: number;
  /** A time in milliseconds that no other record in any of the organizations has. */
  nextTimestamp(...organizationIds: [string, ...string[]]): number;
  /** Adds writes to the commit. */
  put(...changes: Change[]): void;
  /** Appends an event to the organization's log. */
  appendEvent<T extends EventType>(organizationId: string, event: NewEvent<T>): LoggedEvent;
  /** Reserves `count` milliseconds for deliveries that do not belong to an event, and returns the first. */
  reserveDeliveries(organizationId: string, count: number): number;
  /**
   * Lets each later event of the organization reserve at least `count` delivery times. Returns the last delivery time
   * that was reserved before.
   */
  reserveSlots(organizationId: string, count: number): number;
  /**
   * Counts content that the commit stores against the limit of its organization; negative bytes are of content that it
   * deletes. Beyond the limit the commit fails with `usage.storage_limit`.
   */
  countStored(content: StoredContent): void;
  /** Adds facts to the audit entry of the commit, which only a request of an audited route has. */
  audit(facts: AuditFacts): void;
}

/**
 * What an operation wants to write: a function that stages the writes and returns the reply. It may run several times:
 * first to find out which times and tickets it needs, then with them.
 *
 * See: docs/decisions/0022-tickets.md.
 */
export interface Plan<R> {
  readonly build: (tx: TransactionBuilder) => R;
  /**
   * Whether a conflict with another transaction makes the operation load and decide again, rather than send the same
   * transaction again for up to `CONTENTION_TIMEOUT_MS`: for decisions on rows that are not part of the transaction.
   */
  readonly reloadOnConflict?: boolean | undefined;
  /** Ends when all files that the writes name are stored. The commit waits for it, and fails if it fails. */
  readonly stored?: Promise<unknown> | undefined;
}

/** Runs `build` of a plan without any reservation, to learn what it needs. */
export class RequestCollector implements TransactionBuilder {
  readonly now: number;
  readonly requests: ClockRequest[] = [];
  readonly stored: StoredContent[] = [];
  readonly changes: Change[] = [];
  readonly audited: AuditFacts[] = [];

  constructor(now: number) {
    this.now = now;
  }

  nextTimestamp(...organizationIds: [string, ...string[]]): number {
    return this.#request({ kind: 'time', organizationIds: [...new Set(organizationIds)], eventsIn: new Set() });
  }

  reserveDeliveries(organizationId: string, count: number): number {
    return this.#request({ kind: 'deliveries', organizationId, count });
  }

  reserveSlots(organizationId: string, count: number): number {
    return this.#request({ kind: 'slots', organizationId, count });
  }

  countStored(content: StoredContent): void {
    this.stored.push(content);
  }

  put(...changes: Change[]): void {
    this.changes.push(...changes);
  }

  audit(facts: AuditFacts): void {
    this.audited.push(facts);
  }

  appendEvent<T extends EventType>(organizationId: string, event: NewEvent<T>): LoggedEvent {
    const at = event.at ?? this.nextTimestamp(organizationId);
    // The times of the collector are consecutive, so a time leads back to its request.
    const request = this.requests[at - this.now];
    if (request?.kind !== 'time' || !request.organizationIds.includes(organizationId))
      throw new Error('an event has a time that was not taken for its organization');
    request.eventsIn.add(organizationId);
    const ticket = { time: at, predecessors: [], deliveryBase: at, deliverySlots: 0 };
    return loggedEvent(organizationId, event, ticket);
  }

  #request(request: ClockRequest): number {
    this.requests.push(request);
    return this.now + this.requests.length - 1;
  }
}

/** Runs `build` of a plan with what its requests got, in the same order. */
export class StagedChanges implements TransactionBuilder {
  readonly now: number;
  readonly changes: Change[] = [];
  readonly audited: AuditFacts[] = [];
  readonly #reservations: readonly Reservation[];
  #next = 0;

  constructor(now: number, reservations: readonly Reservation[]) {
    this.now = now;
    this.#reservations = reservations;
  }

  nextTimestamp(): number {
    return this.#take().time;
  }

  reserveDeliveries(): number {
    return this.#take().time;
  }

  reserveSlots(): number {
    return this.#take().time;
  }

  /** The collector has counted it. */
  countStored(): void {}

  put(...changes: Change[]): void {
    this.changes.push(...changes);
  }

  audit(facts: AuditFacts): void {
    this.audited.push(facts);
  }

  appendEvent<T extends EventType>(organizationId: string, event: NewEvent<T>): LoggedEvent {
    const at = event.at ?? this.nextTimestamp();
    const reservation = this.#reservations.find(({ time, tickets }) => time === at && tickets.has(organizationId));
    const own = reservation?.tickets.get(organizationId);
    if (own === undefined) throw new Error('a plan appends another event than when its tickets were taken');
    const payload = EVENTS[event.type].payload.parse(event.payload) as EventPayload<T>;
    const logged = loggedEvent(organizationId, { ...event, payload }, own);
    this.put(insertEvent(logged, own.predecessors));
    return logged;
  }

  #take(): Reservation {
    const reservation = this.#reservations[this.#next];
    if (reservation === undefined) throw new Error('a plan needs more times than when they were taken');
    this.#next += 1;
    return reservation;
  }
}

function loggedEvent(organizationId: string, event: NewEvent, ticket: EventTicket): LoggedEvent {
  return {
    id: makeId('event', ticket.time, randomPart()),
    organizationId,
    type: event.type,
    version: EVENT_VERSION,
    identityId: event.identityId,
    aggregateType: EVENTS[event.type].aggregate,
    aggregateId: event.aggregateId,
    threadId: event.threadId ?? null,
    payload: event.payload,
    message: event.message ?? null,
    agents: event.agents ?? null,
    createdAt: ticket.time,
    deliveryBase: ticket.deliveryBase,
    deliverySlots: ticket.deliverySlots,
    ...requestIdField(),
  };
}
