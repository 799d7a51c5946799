import { createHash } from 'node:crypto';
import type { Route } from '../../contract/route.ts';
import type { Change } from '../../data/change.ts';
import {
  findIdempotencyRecord,
  type IdempotencyRecord,
  idempotencyKey,
  insertIdempotencyRecord,
} from '../../data/entities/idempotency.ts';
import type { Key, Table } from '../../data/table-client.ts';
import { canonicalJson } from '../../domain/canonical-json.ts';
import { AppError, type ErrorCode, invalid } from '../../domain/errors.ts';
import type { Keyring } from '../keyring.ts';
import type { HttpRequest } from './http.ts';
import type { Actor, Outcome } from './operation.ts';

const FORM = /^[\x20-\x7e]{1,255}$/;

/** A stored reply: what was answered, or which error. */
type Stored = { body: unknown } | { error: { code: ErrorCode; message: string } };

/**
 * One request under an idempotency key. The record is written in the same transaction as what the request
 * does; there is no state in between. Scope: who asks, and what for.
 *
 * Rule: specification, Cross-cutting rules; shapes, Conventions.
 */
export class IdempotentRequest {
  readonly #key: Key;
  readonly #bodyHash: string;
  readonly #keyring: Keyring;

  private constructor(key: Key, bodyHash: string, keyring: Keyring) {
    this.#key = key;
    this.#bodyHash = bodyHash;
    this.#keyring = keyring;
  }

  /** `undefined` when the request carries no key or the operation does not take one. */
  static async of(
    route: Route,
    request: HttpRequest,
    actor: Actor | null,
    json: unknown,
    keyring: () => Promise<Keyring>,
  ): Promise<IdempotentRequest | undefined> {
    const given = request.headers['idempotency-key'];
    if (given === undefined || !route.idempotent) return undefined;
    if (!FORM.test(given)) throw invalid('idempotency-key', '1 to 255 printable ASCII characters');
    const scope = [
      actor === null ? `address ${request.address}` : actorScope(actor),
      request.method,
      actor === null ? route.path : request.path,
      ...queryScope(request),
    ].join('\n');
    const bodyHash = createHash('sha256').update(canonicalJson(json)).digest('hex');
    return new IdempotentRequest(idempotencyKey(scope, given), bodyHash, await keyring());
  }

  /** The outcome of an earlier request, `undefined` for the first. Another body is a conflict. */
  async earlier(
    table: Table,
    now: number,
    options: { strong: boolean },
  ): Promise<(Outcome<unknown> & { status: number }) | undefined> {
    const record = await findIdempotencyRecord(table, this.#key, now, options);
    return record && this.outcomeOf(record);
  }

  outcomeOf(record: IdempotencyRecord): Outcome<unknown> & { status: number } {
    if (record.bodyHash !== this.#bodyHash) throw new AppError('idempotency.conflict');
    const stored = JSON.parse(this.#keyring.open('idempotency', this.#place(), record.sealedReply).reveal()) as Stored;
    const outcome: Outcome<unknown> =
      'error' in stored
        ? { kind: 'reject', error: new AppError(stored.error.code, stored.error.message) }
        : { kind: 'reply', body: stored.body };
    return { ...outcome, status: record.status };
  }

  /** The record of an outcome, to be committed with it. */
  record(outcome: Outcome<unknown>, status: number, now: number): Change {
    const stored: Stored =
      outcome.kind === 'reject'
        ? { error: { code: outcome.error.code, message: outcome.error.message } }
        : { body: outcome.body };
    const sealedReply = this.#keyring.seal('idempotency', this.#place(), JSON.stringify(stored));
    return insertIdempotencyRecord(this.#key, { bodyHash: this.#bodyHash, status, sealedReply }, now);
  }

  #place(): string {
    return `${this.#key.pk}/${this.#key.sk}`;
  }
}

/** What a query names is as much a part of what is asked for as the path is. */
function queryScope({ query }: HttpRequest): string[] {
  const parameters = Object.entries(query).flatMap(([name, values]) => values.map((value) => `?${name}=${value}`));
  return parameters.sort();
}

function actorScope(actor: Actor): string {
  return actor.kind === 'agent' ? actor.identity.id : actor.keyId;
}
