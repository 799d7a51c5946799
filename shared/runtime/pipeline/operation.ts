import type { z } from 'zod';
import type { Input, ReplyBody, Route } from '../../contract/route.ts';
import type { Table } from '../../data/table-client.ts';
import type { Plan, TransactionBuilder } from '../../data/unit-of-work.ts';
import type { AppError } from '../../domain/errors.ts';
import type { Keyring } from '../keyring.ts';
import type { Actor, OwnedResourceLoader, Settings } from './actor.ts';

/** What an operation works with. Time is a parameter, so that a test needs no sleep. */
export interface Context<R extends Route = Route> {
  readonly actor: R['auth'] extends 'none' ? null : Actor;
  readonly table: Table;
  readonly settings: Settings;
  readonly keyring: () => Promise<Keyring>;
  readonly requestId: string;
  /** The caller's network address. */
  readonly address: string;
  readonly baseUrl: string;
  /** Epoch milliseconds at which the request is handled. */
  readonly now: number;
  /**
   * Authenticates and authorizes the caller again, strongly read. A response that comes later than its request (a wait, a
   * stream, a blocking call) calls it after it has read what it is about to send and before it sends it, so that a key
   * that was revoked meanwhile, a login that ended or an agent that was suspended receives nothing more. Throws what a
   * new request would be refused with.
   */
  readonly confirmAccess: () => Promise<void>;
}

/** How an operation ends. `reject` is what a commit keeps although the request fails: a wrong guess counts. */
export type Outcome<B> = { kind: 'reply'; body: B; status?: number } | { kind: 'reject'; error: AppError };

export type Write<B> = { kind: 'write' } & Plan<Outcome<B>>;

export interface Operation<R extends Route> {
  readonly route: R;
  readonly run: (
    context: Context<R>,
    input: Input<R>,
    principal?: unknown,
  ) => Promise<Outcome<ReplyBody<R>> | Write<ReplyBody<R>>>;
  /** Judges whether what the path names is the actor's: throws 404 where it is not there, 403 where it is another's. */
  readonly authorizeResource?: (context: Context<R>, id: string) => Promise<unknown>;
  /** Answers in a protocol of its own, for a route that has one. */
  readonly handleProtocol?: (context: Context<R>, request: ProtocolRequest) => Promise<ProtocolAnswer>;
  /** Judges who sent a signed request. Throws `auth.unauthorized`, the same for whatever is wrong with it. */
  readonly verify?: (context: Context<R>, sent: SignedBody) => Promise<VerifiedRequest<unknown>>;
}

/** A request in a protocol of its own, as it came. */
export interface ProtocolRequest {
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly params: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, readonly string[]>>;
  readonly body: string | Uint8Array | null;
}

/** What a protocol answers: a JSON value, nothing, or text that is sent as it comes. */
export interface ProtocolAnswer {
  status: number;
  headers?: Record<string, string>;
  body?: unknown;
  stream?: AsyncIterable<string>;
}

/** A signed request as its sender made it: what the signature is over. */
export interface SignedBody {
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly bytes: Uint8Array;
}

/** Who sent a signed request, and which form its body has where it is another than the route's `body`. */
export interface VerifiedRequest<S> {
  readonly principal: S;
  /** Names the account or topic that signed: what it sends under an idempotency key is its own. */
  readonly signer: string;
  readonly bodySchema?: z.ZodType;
}

/** Binds an operation to its route: load, decide, then `reply`, or `write` what is staged. */
export function operation<R extends Route>(route: R, run: Operation<R>['run']): Operation<R> {
  return { route, run };
}

/** The same for a route whose `{id}` is somebody's own: `run` is given what it names, loaded anew for each run. */
export function ownedResourceOperation<R extends Route, T>(
  route: R,
  load: OwnedResourceLoader<T>,
  run: (context: Context<R>, owned: T, input: Input<R>) => ReturnType<Operation<R>['run']>,
): Operation<R> {
  const authorizeResource = (context: Context<R>, id: string) => load(context as { actor: Actor; table: Table }, id);
  const idOf = ({ params }: Input<R>) => (params as { id: string }).id;
  return {
    route,
    authorizeResource,
    run: async (context, input) => run(context, await authorizeResource(context, idOf(input)), input),
  };
}

/** The same for a route whose callers sign: `run` is given whom `admit` has let in. */
export function signedOperation<R extends Route, S>(
  route: R,
  verify: (context: Context<R>, sent: SignedBody) => Promise<VerifiedRequest<S>>,
  run: (context: Context<R>, input: Input<R>, principal: S) => ReturnType<Operation<R>['run']>,
): Operation<R> {
  return { route, verify, run: (context, input, principal) => run(context, input, principal as S) };
}

/** The same for a route that speaks a protocol of its own: it parses, decides, commits and answers. */
export function protocolOperation<R extends Route>(
  route: R,
  handleProtocol: NonNullable<Operation<R>['handleProtocol']>,
): Operation<R> {
  return { route, handleProtocol, run: () => Promise.reject(new Error('this operation speaks its own protocol')) };
}

export function reply<B>(body: B, options: { status?: number } = {}): Outcome<B> {
  return { kind: 'reply', body, ...options };
}

/** 204: nothing to say. */
export function noContent(): Outcome<undefined> {
  return { kind: 'reply', body: undefined };
}

/** Commits what was staged, then fails. */
export function reject(error: AppError): Outcome<never> {
  return { kind: 'reject', error };
}

/** Writes to be committed. `clocks`: the organizations whose times or logs the stage function uses. */
export function write<B>(clocks: readonly string[], stage: (tx: TransactionBuilder) => Outcome<B>): Write<B> {
  return { kind: 'write', clockOwners: clocks, stage };
}
