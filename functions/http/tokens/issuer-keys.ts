import type { TrustedIssuer } from '#shared/data/entities/issuer/trusted-issuer.ts';
import { ownUrlProblem } from '#shared/domain/http/own-address.ts';
import { receiverUrlProblem } from '#shared/domain/http/url-safety.ts';
import { type SigningJwk, signingJwksOf } from '#shared/domain/issuer/signing-jwk.ts';
import { parseJson } from '#shared/domain/text/parse-json.ts';
import { HOUR, MINUTE, SECOND } from '#shared/domain/time/time.ts';
import { type GetBounds, guardedGet } from '#shared/runtime/guarded-get.ts';

/** How long keys are used without another request. GitHub and Google let theirs be cached for longer. */
const FRESH_MS = 10 * MINUTE;
/** How long they are used while the issuer cannot be reached. */
const STALE_MS = HOUR;
/** The least time between two requests: after a failure, and for a `kid` that is not among the keys. */
const RETRY_MS = 30 * SECOND;

const MAX_CACHED = 200;
const MAX_BYTES = 64 * 1024;
const MAX_KEYS = 100;
const TIMEOUT_MS = 3 * SECOND;

interface Cached {
  keys: readonly SigningJwk[] | undefined;
  loadedAt: number;
  triedAt: number;
  loading: Promise<void> | undefined;
}

/** Where the service may look for keys. */
export interface KeySource {
  readonly policy: GetBounds['policy'];
  /** The URLs of the API of this service, which has no keys of other issuers. */
  readonly ownUrls: readonly string[];
}

type Get = (url: string, bounds: GetBounds) => Promise<string>;

/**
 * The keys of trusted issuers, as each issuer publishes them. They are in the memory of the process, by the address
 * that they come from, so organizations with the same issuer share them. A failure is remembered too.
 */
export class IssuerKeys {
  readonly #get: Get;
  readonly #cache = new Map<string, Cached>();

  constructor(get: Get = guardedGet) {
    this.#get = get;
  }

  /** The keys of an issuer with this `kid`; `undefined` if they cannot be had. */
  async keysWith(
    kid: string,
    issuer: Pick<TrustedIssuer, 'issuer' | 'jwksUrl' | 'jwks'>,
    source: KeySource,
    now: number,
  ): Promise<readonly SigningJwk[] | undefined> {
    if (issuer.jwks !== null) return issuer.jwks.filter((key) => key.kid === kid);
    const cached = this.#entryOf(issuer.jwksUrl ?? `discovery of ${issuer.issuer}`);
    if (isDue(cached, kid, now)) cached.loading ??= this.#load(cached, issuer, source, now);
    await cached.loading;
    return now - cached.loadedAt < STALE_MS ? cached.keys?.filter((key) => key.kid === kid) : undefined;
  }

  #entryOf(place: string): Cached {
    const known = this.#cache.get(place);
    if (known !== undefined) return known;
    if (this.#cache.size >= MAX_CACHED) this.#cache.clear();
    const made: Cached = { keys: undefined, loadedAt: 0, triedAt: 0, loading: undefined };
    this.#cache.set(place, made);
    return made;
  }

  /** Requests of the same keys at the same time share one load. A failed one leaves the keys that are known. */
  async #load(
    cached: Cached,
    issuer: Pick<TrustedIssuer, 'issuer' | 'jwksUrl'>,
    source: KeySource,
    now: number,
  ): Promise<void> {
    cached.triedAt = now;
    try {
      cached.keys = await this.#fetch(issuer, source);
      cached.loadedAt = now;
    } catch {
      // The exchange is refused without a reason; the issuer may be reachable again after RETRY_MS.
    } finally {
      cached.loading = undefined;
    }
  }

  async #fetch(
    { issuer, jwksUrl }: Pick<TrustedIssuer, 'issuer' | 'jwksUrl'>,
    source: KeySource,
  ): Promise<readonly SigningJwk[]> {
    const url = jwksUrl ?? (await this.#discover(issuer, source));
    const keys = signingJwksOf(await this.#json(url, source), MAX_KEYS);
    if (keys === undefined) throw new Error('not a key set');
    return keys;
  }

  /**
   * The address of the keys, from a document that says it is of this issuer.
   *
   * See: OpenID Connect Discovery 1.0, section 4.3.
   */
  async #discover(issuer: string, source: KeySource): Promise<string> {
    const url = `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`;
    const document = (await this.#json(url, source)) as { issuer?: unknown; jwks_uri?: unknown } | null | undefined;
    if (document?.issuer !== issuer || typeof document.jwks_uri !== 'string') throw new Error('of another issuer');
    return document.jwks_uri;
  }

  async #json(url: string, { policy, ownUrls }: KeySource): Promise<unknown> {
    const problem = receiverUrlProblem(url, policy) ?? ownUrlProblem(url, ownUrls);
    if (problem !== undefined) throw new Error(problem);
    return parseJson(await this.#get(url, { timeoutMs: TIMEOUT_MS, maxBytes: MAX_BYTES, policy }));
  }
}

function isDue({ keys, loadedAt, triedAt }: Cached, kid: string, now: number): boolean {
  if (now - triedAt < RETRY_MS) return false;
  const isFresh = keys !== undefined && now - loadedAt < FRESH_MS;
  return !isFresh || !keys.some((key) => key.kid === kid);
}
