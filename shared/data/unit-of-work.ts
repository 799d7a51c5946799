import { type CancellationReason, TransactionCanceledException } from '@aws-sdk/client-dynamodb';
import { TransactWriteCommand } from '@aws-sdk/lib-dynamodb';
import { unmarshall } from '@aws-sdk/util-dynamodb';
import { type EventClock, NEW_CLOCK, reserveDeliveries, tick } from '../domain/event-clock.ts';
import {
  type AgentSummary,
  EVENT_VERSION,
  EVENTS,
  type EventPayload,
  type EventType,
  type LoggedEvent,
  type MessageSummary,
} from '../domain/events.ts';
import { makeId, randomPart } from '../domain/ids.ts';
import { type Change, RETRY, transactItem } from './change.ts';
import { CONTENTION_TIMEOUT_MS, startDeadline } from './deadline.ts';
import { readClock, replaceClock } from './entities/clock.ts';
import { insertEvent } from './entities/event.ts';
import type { Row, Table } from './table-client.ts';

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
  /** The clock of an organization, with what this commit has advanced it by so far. */
  clock(organizationId: string): EventClock;
  /** Sets how many delivery milliseconds each later event reserves. */
  setSlots(organizationId: string, slots: number): void;
}

/**
 * What an operation wants to write: the organizations that it needs timestamps of, and a pure function that stages the
 * writes and returns the reply. The function may run several times, each time with newer clocks.
 */
export interface Plan<R> {
  readonly clockOwners: readonly string[];
  readonly stage: (tx: TransactionBuilder) => R;
}

/** A row has changed since the operation read it: the operation has to load and decide again. */
export class StaleReadError extends Error {}

/** Another request with the same idempotency key committed first. `row` is its idempotency record. */
export class DuplicateRequestError extends Error {
  readonly row: Row;

  constructor(row: Row) {
    super('another request with the same idempotency key committed first');
    this.row = row;
  }
}

export interface CommitOptions<R> {
  now: () => number;
  /** The idempotency record of the request, made from its reply. Of concurrent equal requests, one can write it. */
  record?: (reply: R) => Change;
  /** Whether the deadline of the operation has passed. Without it the commit has one of its own. */
  isOver?: () => boolean;
}

/** Pauses before another attempt: up to 150 ms, and random, so that concurrent writers do not retry in lockstep. */
function backoff(attempt: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, Math.random() * Math.min(150, 4 * 2 ** Math.min(attempt, 6))));
}

/**
 * Commits a plan in one transaction: state, events, clocks and the idempotency record, or nothing.
 *
 * If conditions failed, throws `DuplicateRequestError`, or else `StaleReadError`, or else the error of the first failed
 * condition. If a clock or row stays contended until the deadline, it throws an error that the client sees as
 * `internal.error`.
 *
 * See: docs/architecture.md#four-decisions; AWS TransactWriteItems (cancellation reasons).
 */
export async function commit<R>(table: Table, plan: Plan<R>, options: CommitOptions<R>): Promise<R> {
  const organizations = [...new Set(plan.clockOwners)];
  const seen = new Map<string, EventClock>();
  const isOver = options.isOver ?? startDeadline(CONTENTION_TIMEOUT_MS);

  for (let attempt = 0; ; attempt++) {
    if (attempt > 0) await backoff(attempt - 1);
    // Read after the pause, not before it: otherwise a writer could starve, because those that did not have to pause
    // would advance the clock again in the meantime.
    await Promise.all(
      organizations.map(async (id) => {
        // The first read may be stale and costs half: the condition detects it, and the next read is strong.
        seen.set(id, await readClock(table, id, { strong: attempt > 0 }));
      }),
    );
    const staged = new StagedChanges(seen, options.now());
    const reply = plan.stage(staged);
    const clockChanges = staged.clockChanges();
    const record = options.record?.(reply);
    const changes = [
      ...(record === undefined ? [] : [record]),
      ...clockChanges.map((c) => c.change),
      ...staged.changes,
    ];
    if (changes.length === 0) return reply;

    const reasons = await send(table, changes);
    if (reasons === undefined) return reply;

    const failed = (index: number) => reasons[index]?.Code === 'ConditionalCheckFailed';
    const first = record === undefined ? 0 : 1;
    if (record !== undefined && failed(0)) throw new DuplicateRequestError(unmarshall(reasons[0]?.Item ?? {}) as Row);
    const failures = staged.changes.flatMap((change, index) => {
      const at = first + clockChanges.length + index;
      return failed(at) ? [{ change, found: reasons[at]?.Item }] : [];
    });
    // Retry first: the other failures may only follow from the stale read.
    if (failures.some(({ change }) => change.onConditionFailed === RETRY)) throw new StaleReadError();
    if (failures[0] !== undefined) throw failure(failures[0].change, failures[0].found);
    if (isOver()) throw new Error('other writers kept the clock or rows of this commit busy');
  }
}

function failure(change: Change, found: CancellationReason['Item']): Error {
  if (typeof change.onConditionFailed === 'function')
    return change.onConditionFailed(found && (unmarshall(found) as Row));
  return new Error(`a condition failed that names no error: ${JSON.stringify(Object.keys(change.item))}`);
}

/** Sends the transaction. Returns the cancellation reasons if another attempt can succeed, `undefined` on success. */
async function send(table: Table, changes: readonly Change[]) {
  try {
    await table.client.send(
      new TransactWriteCommand({ TransactItems: changes.map((change) => transactItem(change, table.name)) }),
    );
    return undefined;
  } catch (error) {
    if (!(error instanceof TransactionCanceledException)) throw error;
    const reasons = error.CancellationReasons ?? [];
    const retryable = [
      'None',
      'ConditionalCheckFailed',
      'TransactionConflict',
      'ThrottlingError',
      'ProvisionedThroughputExceeded',
    ];
    if (reasons.length === 0 || reasons.some((reason) => !retryable.includes(reason.Code ?? 'None'))) throw error;
    return reasons;
  }
}

class StagedChanges implements TransactionBuilder {
  readonly now: number;
  readonly changes: Change[] = [];
  readonly #seen: ReadonlyMap<string, EventClock>;
  readonly #next = new Map<string, EventClock>();

  constructor(seen: ReadonlyMap<string, EventClock>, now: number) {
    this.#seen = seen;
    this.now = now;
  }

  clock(organizationId: string): EventClock {
    const clock = this.#next.get(organizationId) ?? this.#seen.get(organizationId);
    if (clock === undefined) throw new Error('a plan uses a clock that it does not name');
    return clock;
  }

  nextTimestamp(...organizationIds: [string, ...string[]]): number {
    const now = Math.max(this.now, ...organizationIds.map((id) => this.clock(id).time + 1));
    for (const id of new Set(organizationIds)) this.#next.set(id, tick(this.clock(id), now).clock);
    return now;
  }

  reserveDeliveries(organizationId: string, count: number): number {
    const { clock, base } = reserveDeliveries(this.clock(organizationId), this.now, count);
    this.#next.set(organizationId, clock);
    return base;
  }

  setSlots(organizationId: string, slots: number): void {
    this.#next.set(organizationId, { ...this.clock(organizationId), slots });
  }

  put(...changes: Change[]): void {
    this.changes.push(...changes);
  }

  appendEvent<T extends EventType>(organizationId: string, event: NewEvent<T>): LoggedEvent {
    const createdAt = event.at ?? this.nextTimestamp(organizationId);
    const { slots } = this.clock(organizationId);
    const logged: LoggedEvent = {
      id: makeId('event', createdAt, randomPart()),
      organizationId,
      type: event.type,
      version: EVENT_VERSION,
      identityId: event.identityId,
      aggregateType: EVENTS[event.type].aggregate,
      aggregateId: event.aggregateId,
      threadId: event.threadId ?? null,
      payload: EVENTS[event.type].payload.parse(event.payload),
      message: event.message ?? null,
      agents: event.agents ?? null,
      createdAt,
      deliveryBase: this.reserveDeliveries(organizationId, slots),
      deliverySlots: slots,
    };
    this.put(insertEvent(logged));
    return logged;
  }

  clockChanges(): { organizationId: string; change: Change }[] {
    return [...this.#next].map(([organizationId, next]) => ({
      organizationId,
      change: replaceClock(organizationId, this.#seen.get(organizationId) ?? NEW_CLOCK, next),
    }));
  }
}
