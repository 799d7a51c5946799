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
import { advanceClock, readClock } from './entities/clock.ts';
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
  /** A tick that was taken already, so that a record and its event carry one time. */
  at?: number;
}

/** What a stage function is given: it collects changes and hands out the organizations' times. */
export interface TransactionBuilder {
  readonly now: number;
  /** A millisecond that no other record of the organization has; of several, that none in any of them has. */
  nextTimestamp(...organizationIds: [string, ...string[]]): number;
  /** Adds writes to the commit. */
  put(...changes: Change[]): void;
  /** Appends an event to the organization's log. */
  appendEvent<T extends EventType>(organizationId: string, event: NewEvent<T>): LoggedEvent;
  /** Reserves `count` milliseconds for deliveries outside an event, and answers the first. */
  reserveDeliveries(organizationId: string, count: number): number;
  /** The clock as it stands in this commit. */
  clock(organizationId: string): EventClock;
  /** Changes how many delivery milliseconds each later event reserves. */
  setSlots(organizationId: string, slots: number): void;
}

/**
 * What an operation wants written: which organizations' clocks it takes part in, and a pure function that stages
 * the writes and makes the reply. The function may run several times, each with a newer clock.
 */
export interface Plan<R> {
  readonly clockOwners: readonly string[];
  readonly stage: (tx: TransactionBuilder) => R;
}

/** The load was stale: the whole operation has to run again. */
export class StaleReadError extends Error {}

/** Another request with the same idempotency key committed first; `row` is its record. */
export class DuplicateRequestError extends Error {
  readonly row: Row;

  constructor(row: Row) {
    super('another request with the same idempotency key committed first');
    this.row = row;
  }
}

export interface CommitOptions<R> {
  now: () => number;
  /** The record of the request, made of its reply; its condition decides races between equal requests. */
  record?: (reply: R) => Change;
}

const MAX_ATTEMPTS = 80;

/** Milliseconds to wait before try `n`: grows to 150, and is random so that writers do not march in step. */
function backoff(attempt: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, Math.random() * Math.min(150, 4 * 2 ** Math.min(attempt, 6))));
}

/**
 * Commits a plan in one transaction: state, events, clocks and the idempotency record, or nothing.
 *
 * Throws `Outrun`, else `Stale`, else the `otherwise` of the first failed condition, or, when the clock stays contended
 * beyond reason, an error that is answered like every failure inside (decision 0005).
 *
 * See: docs/architecture.md#four-decisions; AWS TransactWriteItems (cancellation reasons).
 */
export async function commit<R>(table: Table, plan: Plan<R>, options: CommitOptions<R>): Promise<R> {
  const organizations = [...new Set(plan.clockOwners)];
  const seen = new Map<string, EventClock>();

  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
    if (attempt > 0) await backoff(attempt - 1);
    // Read after the pause, not before it: a writer that tried with the clock it had been beaten by was beaten again
    // by everyone who did not have to pause, and could starve.
    await Promise.all(
      organizations.map(async (id) => {
        // The first look may lag and costs half for it: the condition decides, and the next look is strong.
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
    const broken = staged.changes.flatMap((change, index) => {
      const at = first + clockChanges.length + index;
      return failed(at) ? [{ change, found: reasons[at]?.Item }] : [];
    });
    // What was decided on stale rows is no decision: another error may only have followed from them.
    if (broken.some(({ change }) => change.onConditionFailed === RETRY)) throw new StaleReadError();
    if (broken[0] !== undefined) throw failure(broken[0].change, broken[0].found);
  }
  throw new Error('a clock stayed contended beyond reason');
}

function failure(change: Change, found: CancellationReason['Item']): Error {
  if (typeof change.onConditionFailed === 'function')
    return change.onConditionFailed(found && (unmarshall(found) as Row));
  return new Error(`a condition failed that cannot fail: ${JSON.stringify(Object.keys(change.item))}`);
}

/** Sends the transaction. `undefined` when it held, the reasons when it was cancelled for one that passes. */
async function send(table: Table, changes: readonly Change[]) {
  try {
    await table.client.send(
      new TransactWriteCommand({ TransactItems: changes.map((change) => transactItem(change, table.name)) }),
    );
    return undefined;
  } catch (error) {
    if (!(error instanceof TransactionCanceledException)) throw error;
    const reasons = error.CancellationReasons ?? [];
    const passing = [
      'None',
      'ConditionalCheckFailed',
      'TransactionConflict',
      'ThrottlingError',
      'ProvisionedThroughputExceeded',
    ];
    if (reasons.length === 0 || reasons.some((reason) => !passing.includes(reason.Code ?? 'None'))) throw error;
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
      change: advanceClock(organizationId, this.#seen.get(organizationId) ?? NEW_CLOCK, next),
    }));
  }
}
