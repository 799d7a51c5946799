import { type CancellationReason, TransactionCanceledException } from '@aws-sdk/client-dynamodb';
import { TransactWriteCommand } from '@aws-sdk/lib-dynamodb';
import { unmarshall } from '@aws-sdk/util-dynamodb';
import { allInOrder } from '#shared/domain/concurrency/all-in-order.ts';
import { pause } from '#shared/domain/concurrency/pause.ts';
import type { StorageLimits } from '#shared/domain/organization/organization-limits.ts';
import { repeatableReasons } from './cancellation-reasons.ts';
import { type Change, RETRY, TICKET_CLOSED, transactItem } from './change.ts';
import { ContentUploads } from './content-uploads.ts';
import { ContentionError } from './contention-error.ts';
import { CONTENTION_TIMEOUT_MS, startDeadline } from './deadline.ts';
import type { ContentPointer } from './large-content.ts';
import { Reservations } from './reservations.ts';
import { freeStorage, StorageReservation, type StoringCaller } from './storage-reservation.ts';
import type { Row, Table } from './table-client.ts';
import { type AuditFacts, type Plan, RequestCollector, StagedChanges } from './transaction-builder.ts';

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
  /** The audit entries of the change, made from its reply and from what it says of itself. */
  audit?: ((reply: R, facts: readonly AuditFacts[], now: number) => Change[]) | undefined;
  /** Whether the deadline of the operation has passed. Without it the commit has one of its own. */
  isOver?: () => boolean;
  /** The objects of the earlier runs of the operation. Without it the commit releases its objects itself. */
  uploads?: ContentUploads;
  /** How much content organizations may store. Required for plans that store some. */
  storage?: StorageLimits;
  /** The request that stores it, if an organization makes one. */
  caller?: StoringCaller | undefined;
}

/**
 * Pauses before another attempt: random, so that concurrent writers do not retry in lockstep, and up to half a second,
 * because every attempt pays for all rows of the transaction. Until the deadline there are some 80.
 */
function backoff(attempt: number): Promise<void> {
  return pause(Math.random() * 4 * 2 ** Math.min(attempt, 7));
}

/**
 * Commits a plan in one transaction: state, events, audit entries and the idempotency record, or nothing. The times and
 * tickets that the plan needs are taken before; the tickets of a commit that fails are closed.
 *
 * If conditions failed, throws `DuplicateRequestError`, or else `StaleReadError`, or else the error of the first failed
 * condition. If a row stays contended until the deadline, throws `ContentionError`.
 *
 * See: docs/architecture.md#four-decisions; AWS TransactWriteItems (cancellation reasons).
 */
export async function commit<R>(table: Table, plan: Plan<R>, options: CommitOptions<R>): Promise<R> {
  const isOver = options.isOver ?? startDeadline(CONTENTION_TIMEOUT_MS);
  const reservations = new Reservations(table, options.now);
  const uploads = options.uploads ?? new ContentUploads();
  const storage = new StorageReservation(table, options.storage, options.caller);
  try {
    for (;;) {
      const outcome = await commitOnce(table, plan, reservations, {
        ...options,
        isOver,
        uploads,
        reservation: storage,
      });
      if (outcome !== TICKET_CLOSED) return outcome.reply;
      if (isOver()) throw new ContentionError('readers kept closing the tickets of this commit');
      await reservations.release();
    }
  } finally {
    await Promise.all([reservations.release(), storage.release()]);
    if (options.uploads === undefined) await uploads.release();
  }
}

/** Takes what the plan needs and commits it, unless a reader has closed one of its tickets meanwhile. */
async function commitOnce<R>(
  table: Table,
  plan: Plan<R>,
  reservations: Reservations,
  {
    uploads,
    reservation,
    ...options
  }: CommitOptions<R> & { isOver: () => boolean; uploads: ContentUploads; reservation: StorageReservation },
): Promise<{ reply: R } | typeof TICKET_CLOSED> {
  const now = options.now();
  const collector = new RequestCollector(now);
  const firstReply = plan.build(collector);
  // What was taken can be given back only after all of it has ended.
  const [taken] = await allInOrder([
    reservations.take(collector.requests),
    reservation.reserve(collector.stored, now),
    plan.stored,
  ]);
  const staged = taken.length === 0 ? collector : new StagedChanges(now, taken);
  const reply = taken.length === 0 ? firstReply : plan.build(staged);
  const record = options.record?.(reply);
  // What writes nothing changes nothing that an entry could tell.
  const entries = staged.changes.length === 0 ? [] : (options.audit?.(reply, staged.audited, now) ?? []);
  const recorded = record === undefined ? [] : [record];
  const changes = await uploads.store(table, [...recorded, ...staged.changes, ...entries]);
  if (changes.length === 0) return { reply };

  for (let attempt = 0; ; attempt++) {
    if (attempt > 0) await backoff(attempt - 1);
    const reasons = await send(table, changes, [uploads, reservation]);
    if (reasons === undefined) {
      reservations.keep(taken);
      await Promise.all([
        freeStorage(table, collector.stored),
        ...replacedObjects(changes).map(({ key }) => table.contents?.markUnused(key)),
      ]);
      return { reply };
    }
    const failures = changes.flatMap((change, index) => {
      const reason = reasons[index];
      return reason?.Code === 'ConditionalCheckFailed' ? [{ change, found: reason.Item }] : [];
    });
    const duplicate = failures.find(({ change }) => record !== undefined && change === changes[0]);
    if (duplicate !== undefined) throw new DuplicateRequestError(unmarshall(duplicate.found ?? {}) as Row);
    // Retry first: the other failures may only follow from the stale read.
    if (failures.some(({ change }) => change.onConditionFailed === RETRY)) throw new StaleReadError();
    const [first] = failures.filter(({ change }) => change.onConditionFailed !== TICKET_CLOSED);
    if (first !== undefined) throw failure(first.change, first.found);
    if (failures.length > 0) return TICKET_CLOSED;
    if (plan.reloadOnConflict === true) throw new StaleReadError();
    if (options.isOver()) throw new ContentionError('other writers kept the rows of this commit busy');
  }
}

/** The objects of content that the changes have replaced. */
function replacedObjects(changes: readonly Change[]): ContentPointer[] {
  return changes.flatMap((change) => (change.kind === 'put' ? (change.replacedObject ?? []) : []));
}

function failure(change: Change, found: CancellationReason['Item']): Error {
  if (typeof change.onConditionFailed === 'function')
    return change.onConditionFailed(found && (unmarshall(found) as Row));
  return new Error(`the condition of a ${change.kind} failed that names no error`);
}

/** Sends the transaction. Returns the cancellation reasons if another attempt can succeed, `undefined` on success. */
async function send(table: Table, changes: readonly Change[], held: readonly { keep(): void }[]) {
  try {
    await table.client.send(
      new TransactWriteCommand({ TransactItems: changes.map((change) => transactItem(change, table.name)) }),
    );
    for (const one of held) one.keep();
    return undefined;
  } catch (error) {
    // After any other error the rows may have been written all the same, so their objects and bytes have to stay.
    if (!(error instanceof TransactionCanceledException)) {
      for (const one of held) one.keep();
      throw error;
    }
    const reasons = repeatableReasons(error);
    if (reasons === undefined) throw error;
    return reasons;
  }
}
