import { timingSafeEqual } from 'node:crypto';
import type { Route } from '#shared/contract/route.ts';
import type { Change } from '#shared/data/change.ts';
import {
  findIdempotencyRecord,
  type IdempotencyRecord,
  idempotencyRowKey,
  insertIdempotencyRecord,
  readSealedReply,
} from '#shared/data/entities/stage/idempotency.ts';
import type { Key, Row, Table } from '#shared/data/table-client.ts';
import { AppError, type ErrorCode, invalid } from '#shared/domain/errors/errors.ts';
import { IDEMPOTENCY_HOURS } from '#shared/domain/limits/limits.ts';
import { canonicalJson } from '#shared/domain/text/canonical-json.ts';
import { HOUR } from '#shared/domain/time/time.ts';
import type { Keyring } from '../keyring.ts';
import type { Actor } from './actor.ts';
import type { KnownCaller } from './authenticate.ts';
import type { HttpRequest } from './http.ts';
import type { Outcome } from './operation.ts';

const PATTERN = /^[\x20-\x7e]{1,255}$/;

/**
 * The minimum length of an idempotency key in a request without an API key. Such keys are scoped by IP address, and
 * several callers may share an address (NAT, offices). A replay shows once-only secrets, so another caller must not be
 * able to guess the key.
 */
const MIN_ANONYMOUS_CHARACTERS = 16;

/** A shorter life than that of a request and its retries would promise nothing. */
const MIN_LIFETIME_SECONDS = 60;

/** The owner of an idempotency key: the actor, or the account or topic that signed the request, or neither. */
interface KeyOwner {
  readonly actor: Actor | null;
  readonly signer: string | undefined;
}

/** Whom a record is stored for, and for how long. */
interface RecordOwner {
  readonly organizationId: string | undefined;
  readonly lifetimeMs: number;
}

/** What an idempotency key is read from. */
export interface KeyedRequest {
  readonly route: Route;
  readonly request: HttpRequest;
  readonly owner: KeyOwner;
  /** The JSON value of the body. */
  readonly json: unknown;
  readonly keyring: () => Promise<Keyring>;
}

/** The outcome of an earlier request with the same idempotency key. */
export interface StoredOutcome {
  readonly outcome: Outcome<unknown>;
  readonly status: number;
  readonly replayed: true;
}

/** The record of an earlier request, while it is read. */
export interface EarlierRecord {
  readonly key: Key;
  readonly row: Promise<Row<IdempotencyRecord> | undefined>;
}

/**
 * Starts to read the record of an earlier request with the same idempotency key, before this request is known to be
 * valid. `undefined` if the request has no such key, or one that will be refused.
 */
export function startFindingEarlier(
  table: Table,
  { route, request, caller }: { route: Route; request: HttpRequest; caller: KnownCaller },
  now: number,
): EarlierRecord | undefined {
  const idempotencyKey = request.headers['idempotency-key'];
  if (idempotencyKey === undefined || !route.idempotent || !PATTERN.test(idempotencyKey)) return undefined;
  const key = rowKeyOf(actorScope(caller), request, request.path, idempotencyKey);
  const row = findIdempotencyRecord(table, key, now, { strong: false });
  // A request that is refused before it needs the record ignores the failure of the read.
  row.catch(() => {});
  return { key, row };
}

/** The reply of a record, decrypted: the body, or the error. */
type StoredReply = { body: unknown } | { error: { code: ErrorCode; message: string } };

/**
 * One request under an idempotency key. The transaction that writes what the request does also writes the record, so
 * there is no state in between. The scope of a key is its owner, the method, the path and the query.
 *
 * Bodies hold passwords and codes, so the record keeps an HMAC of the body. A reader of the table could find them in a
 * plain hash by guessing.
 *
 * See: docs/contract/conventions.md#idempotency; docs/decisions/0016-requests.md.
 */
export class IdempotentRequest {
  readonly #key: Key;
  readonly #body: string;
  readonly #keyring: Keyring;
  readonly #organizationId: string | undefined;
  readonly #lifetimeMs: number;

  private constructor(key: Key, body: string, keyring: Keyring, owner: RecordOwner) {
    this.#key = key;
    this.#body = body;
    this.#keyring = keyring;
    this.#organizationId = owner.organizationId;
    this.#lifetimeMs = owner.lifetimeMs;
  }

  /** `undefined` if the request has no idempotency key or the operation ignores it. */
  static async fromRequest({
    route,
    request,
    owner,
    json,
    keyring,
  }: KeyedRequest): Promise<IdempotentRequest | undefined> {
    const idempotencyKey = request.headers['idempotency-key'];
    if (idempotencyKey === undefined || !route.idempotent) return undefined;
    if (!PATTERN.test(idempotencyKey)) throw invalid('idempotency-key', '1 to 255 printable ASCII characters');
    if (owner.actor === null && idempotencyKey.length < MIN_ANONYMOUS_CHARACTERS) {
      throw invalid('idempotency-key', `at least ${MIN_ANONYMOUS_CHARACTERS} characters if there is no API key`);
    }
    const path = owner.actor === null ? route.path : request.path;
    const key = rowKeyOf(ownerScope(owner, request), request, path, idempotencyKey);
    const record = { organizationId: owner.actor?.organization.id, lifetimeMs: lifetimeIn(request) };
    return new IdempotentRequest(key, canonicalJson(json), await keyring(), record);
  }

  /**
   * The outcome of an earlier request; `undefined` if there is none. Throws a conflict if its body was another.
   * `earlier` is the record if it is being read already.
   */
  async findPreviousOutcome(
    table: Table,
    now: number,
    { strong, earlier }: { strong: boolean; earlier?: EarlierRecord | undefined },
  ): Promise<StoredOutcome | undefined> {
    const isRead = earlier !== undefined && earlier.key.pk === this.#key.pk && earlier.key.sk === this.#key.sk;
    const record = await (isRead ? earlier.row : findIdempotencyRecord(table, this.#key, now, { strong }));
    return record && this.outcomeOf(table, record);
  }

  /** The outcome that a record holds. Throws a conflict if the body of its request was another. */
  async outcomeOf(table: Table, record: Row<IdempotencyRecord>): Promise<StoredOutcome> {
    const [keyring, context] = [this.#keyring, this.#context()];
    const bodyMac = await keyring.hmacLike(record.bodyMac, 'idempotency-body', context, this.#body);
    if (!isSameHmac(record.bodyMac, bodyMac)) throw new AppError('idempotency.conflict');
    const opened = await keyring.open('idempotency', context, await readSealedReply(table, record));
    const stored = JSON.parse(opened.reveal()) as StoredReply;
    const outcome: Outcome<unknown> =
      'error' in stored
        ? { kind: 'reject', error: new AppError(stored.error.code, stored.error.message) }
        : { kind: 'reply', body: stored.body };
    return { outcome, status: record.status, replayed: true };
  }

  /** The change that records an outcome; it belongs to the commit of the request. */
  record(outcome: Outcome<unknown>, status: number, now: number): Change {
    const stored: StoredReply =
      outcome.kind === 'reject'
        ? { error: { code: outcome.error.code, message: outcome.error.message } }
        : { body: 'recorded' in outcome ? outcome.recorded : outcome.body };
    const [keyring, context] = [this.#keyring, this.#context()];
    const sealedReply = keyring.seal('idempotency', context, JSON.stringify(stored));
    const bodyMac = keyring.hmac('idempotency-body', context, this.#body);
    const expiresAt = now + this.#lifetimeMs;
    return insertIdempotencyRecord(this.#key, { bodyMac, status, sealedReply, expiresAt }, now, this.#organizationId);
  }

  #context(): string {
    return `${this.#key.pk}/${this.#key.sk}`;
  }
}

/** How long the record lives: 24 hours, or the seconds of the header `idempotency-ttl`, if these are fewer. */
function lifetimeIn({ headers }: HttpRequest): number {
  const longest = IDEMPOTENCY_HOURS * HOUR;
  const given = headers['idempotency-ttl'];
  if (given === undefined) return longest;
  const seconds = /^\d{1,6}$/.test(given) ? Number(given) : 0;
  if (seconds < MIN_LIFETIME_SECONDS || seconds * 1000 > longest) {
    throw invalid('idempotency-ttl', `${MIN_LIFETIME_SECONDS} to ${longest / 1000} seconds`);
  }
  return seconds * 1000;
}

/** The query is as much part of a request's scope as the path. */
function queryScope({ query }: HttpRequest): string[] {
  const parameters = Object.entries(query).flatMap(([name, values]) => values.map((value) => `?${name}=${value}`));
  return parameters.sort();
}

function rowKeyOf(owner: readonly string[], request: HttpRequest, path: string, idempotencyKey: string): Key {
  return idempotencyRowKey(JSON.stringify([...owner, request.method, path, ...queryScope(request)]), idempotencyKey);
}

function ownerScope({ actor, signer }: KeyOwner, { address }: HttpRequest): string[] {
  if (actor !== null) {
    const identityId = actor.kind === 'agent' ? actor.identity.id : null;
    return actorScope({ organizationId: actor.organization.id, keyId: actor.keyId, identityId });
  }
  return signer === undefined ? ['address', address] : ['signer', signer];
}

/** The scope of an actor includes the organization, because one person may act for several. */
function actorScope({ organizationId, keyId, identityId }: KnownCaller): string[] {
  return ['actor', organizationId, identityId ?? keyId];
}

function isSameHmac(stored: string, computed: string): boolean {
  return stored.length === computed.length && timingSafeEqual(Buffer.from(stored), Buffer.from(computed));
}
