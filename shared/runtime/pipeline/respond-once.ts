import type { Route } from '#shared/contract/route.ts';
import { decodeIdempotencyRecord } from '#shared/data/entities/stage/idempotency.ts';
import { retryOnStaleRead } from '#shared/data/retry-on-stale-read.ts';
import { commit, DuplicateRequestError } from '#shared/data/unit-of-work.ts';
import { AppError } from '#shared/domain/errors/errors.ts';
import { AuditTrail } from './audit-trail.ts';
import { cacheable } from './cacheable.ts';
import type { Exchange } from './exchange.ts';
import type { HttpResponse } from './http.ts';
import type { IdempotentRequest, StoredOutcome } from './idempotency.ts';
import type { OperationResult, Outcome } from './operation.ts';
import { respond, respondError, respondText } from './respond.ts';

/** The work of a parsed request, and its idempotency key if it has one. */
export interface PreparedRequest {
  readonly run: () => OperationResult;
  readonly idempotent: IdempotentRequest | undefined;
  /** Makes the body of an earlier reply from what its record keeps; absent if that is the body. */
  readonly restore?: ((recorded: unknown) => Promise<unknown>) | undefined;
}

/** Replays the outcome of an earlier request with the same idempotency key, or runs the operation. */
export async function respondOnce(
  route: Route,
  { run, idempotent, restore }: PreparedRequest,
  exchange: Exchange,
): Promise<HttpResponse> {
  const { request, services, now, headers, earlier } = exchange;
  const previous = await idempotent?.findPreviousOutcome(services.table(), now, { strong: false, earlier });
  const result = previous ?? (await runAndCommit(route, run, idempotent, exchange));
  if (result.replayed) headers['idempotency-replayed'] = 'true';
  const { status } = result;
  const outcome = result.replayed && restore !== undefined ? await restored(result.outcome, restore) : result.outcome;
  if (outcome.kind === 'reject') return respondError(outcome.error, request, headers);
  const allHeaders = { ...headers, ...outcome.headers };
  if (outcome.text !== undefined) return respondText(status, outcome.text, allHeaders);
  const response = respond(status, outcome.body, allHeaders);
  return route.cacheSeconds === undefined || result.replayed
    ? response
    : cacheable(response, request, route.cacheSeconds);
}

/** An earlier outcome with the body of its reply. */
async function restored(
  outcome: Outcome<unknown>,
  restore: (recorded: unknown) => Promise<unknown>,
): Promise<Outcome<unknown>> {
  return outcome.kind === 'reject' ? outcome : { ...outcome, body: await restore(outcome.body) };
}

/** Runs the operation and commits what it stages; runs it again if what it loaded was stale. */
async function runAndCommit(
  route: Route,
  run: () => OperationResult,
  idempotent: IdempotentRequest | undefined,
  exchange: Exchange,
): Promise<StoredOutcome | FreshOutcome> {
  const { services, now, caller } = exchange;
  const trail = AuditTrail.of(route, exchange);
  const statusOf = (outcome: Outcome<unknown>) =>
    outcome.kind === 'reject' ? outcome.error.status : (outcome.status ?? route.status);
  const record = idempotent && ((outcome: Outcome<unknown>) => idempotent.record(outcome, statusOf(outcome), now));
  try {
    const outcome = await retryOnStaleRead(async (isOver, uploads) => {
      const result = await run();
      const plan = result.kind === 'write' ? result : { build: () => result };
      return commit<Outcome<unknown>>(services.table(), plan, {
        now: services.now,
        record,
        audit: await trail?.entries(),
        isOver,
        uploads,
        storage: services.settings().limits,
        caller,
      });
    });
    return { outcome, status: statusOf(outcome), replayed: false };
  } catch (error) {
    if (idempotent === undefined) throw error;
    if (error instanceof DuplicateRequestError) {
      return idempotent.outcomeOf(services.table(), decodeIdempotencyRecord(error.row));
    }
    // An equal request may have committed after the lookup and before the load, so that the load found its rows.
    if (!(error instanceof AppError)) throw error;
    const concurrentRecord = await idempotent.findPreviousOutcome(services.table(), services.now(), { strong: true });
    if (concurrentRecord === undefined) throw error;
    return concurrentRecord;
  }
}

interface FreshOutcome {
  readonly outcome: Outcome<unknown>;
  readonly status: number;
  readonly replayed: false;
}
