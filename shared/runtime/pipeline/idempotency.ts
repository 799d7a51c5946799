import { timingSafeEqual } from 'node:crypto';
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
import type { Actor } from './actor.ts';
import type { HttpRequest } from './http.ts';
import type { Outcome } from './operation.ts';

const FORM = /^[\x20-\x7e]{1,255}$/;

/**
 * Characters of a key that comes without an API key. A network address is shared (NAT, offices), and a replay shows
 * once-only secrets: a neighbour must not be able to guess the key.
 */
const MIN_ANONYMOUS_CHARACTERS = 16;

/** Whose key it is: the actor of an API key, or the account or topic that signed, or neither. */
export interface KeyOwner {
  readonly actor: Actor | null;
  readonly signer: string | undefined;
}

/** A stored reply: what was answered, or which error. */
type Stored = { body: unknown } | { error: { code: ErrorCode; message: string } };

/**
 * One request under an idempotency key. The record is written in the same transaction as what the request
 * does; there is no state in between. Scope: who asks, and what for.
 *
 * Bodies hold passwords and codes, so the record keeps a MAC of the body: from a hash, everyone who could read the table
 * could find them by guessing.
 *
 * See: docs/contract/conventions.md#idempotency; docs/decisions/0016-requests.md.
 */
export class IdempotentRequest {
  readonly #key: Key;
  readonly #bodyMac: string;
  readonly #keyring: Keyring;

  private constructor(key: Key, body: string, keyring: Keyring) {
    this.#key = key;
    this.#keyring = keyring;
    this.#bodyMac = keyring.hmac('idempotency-body', this.#context(), body);
  }

  /** `undefined` when the request carries no key or the operation does not take one. */
  static async fromRequest(
    route: Route,
    request: HttpRequest,
    owner: KeyOwner,
    json: unknown,
    keyring: () => Promise<Keyring>,
  ): Promise<IdempotentRequest | undefined> {
    const given = request.headers['idempotency-key'];
    if (given === undefined || !route.idempotent) return undefined;
    if (!FORM.test(given)) throw invalid('idempotency-key', '1 to 255 printable ASCII characters');
    if (owner.actor === null && given.length < MIN_ANONYMOUS_CHARACTERS) {
      throw invalid('idempotency-key', `at least ${MIN_ANONYMOUS_CHARACTERS} characters where there is no API key`);
    }
    const path = owner.actor === null ? route.path : request.path;
    const scope = JSON.stringify([...ownerScope(owner, request), request.method, path, ...queryScope(request)]);
    return new IdempotentRequest(idempotencyKey(scope, given), canonicalJson(json), await keyring());
  }

  /** The outcome of an earlier request, `undefined` for the first. Another body is a conflict. */
  async findPreviousOutcome(
    table: Table,
    now: number,
    options: { strong: boolean },
  ): Promise<(Outcome<unknown> & { status: number }) | undefined> {
    const record = await findIdempotencyRecord(table, this.#key, now, options);
    return record && this.outcomeOf(record);
  }

  outcomeOf(record: IdempotencyRecord): Outcome<unknown> & { status: number } {
    if (!isSameMac(record.bodyMac, this.#bodyMac)) throw new AppError('idempotency.conflict');
    const stored = JSON.parse(
      this.#keyring.open('idempotency', this.#context(), record.sealedReply).reveal(),
    ) as Stored;
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
    const sealedReply = this.#keyring.seal('idempotency', this.#context(), JSON.stringify(stored));
    return insertIdempotencyRecord(this.#key, { bodyMac: this.#bodyMac, status, sealedReply }, now);
  }

  #context(): string {
    return `${this.#key.pk}/${this.#key.sk}`;
  }
}

/** What a query names is as much a part of what is asked for as the path is. */
function queryScope({ query }: HttpRequest): string[] {
  const parameters = Object.entries(query).flatMap(([name, values]) => values.map((value) => `?${name}=${value}`));
  return parameters.sort();
}

/** One person may act for several organizations, so the organization is part of every actor's scope. */
function ownerScope({ actor, signer }: KeyOwner, { address }: HttpRequest): string[] {
  if (actor !== null) {
    return ['actor', actor.organization.id, actor.kind === 'agent' ? actor.identity.id : actor.keyId];
  }
  return signer === undefined ? ['address', address] : ['signer', signer];
}

function isSameMac(one: string, other: string): boolean {
  return one.length === other.length && timingSafeEqual(Buffer.from(one), Buffer.from(other));
}
