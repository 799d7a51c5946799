import type { Route } from '#shared/contract/route.ts';
import type { Table } from '#shared/data/table-client.ts';
import type { Limits } from '#shared/domain/limits/limits.ts';
import type { Keyring } from '../keyring.ts';
import type { SigningKeys } from '../signing-keys.ts';
import type { Actor } from './actor.ts';

/** The settings of a stage that operations use. */
export interface Settings {
  limits: Limits;
  mailDomain: string;
  /** Whether receivers may be on loopback. Only in the local profile. */
  allowLoopbackReceivers: boolean;
  /** How many waits, or streams and blocking sends of A2A, may last at once in the whole stage; undefined: no limit. */
  stageLongCalls?: number | undefined;
  /** How many of them may belong to unverified organizations that call from one address; undefined: see the limits. */
  stageAddressCalls?: number | undefined;
}

/** What an operation works with. Time is a parameter, so that tests need no sleep. */
export interface RequestContext {
  readonly table: Table;
  readonly settings: Settings;
  readonly keyring: () => Promise<Keyring>;
  /** The keys that sign tokens. Throws in a function that may not unwrap them. */
  readonly signingKeys: () => SigningKeys;
  readonly requestId: string;
  /** The caller's IP address. */
  readonly address: string;
  readonly baseUrl: string;
  /** The URLs under which the API is reached: the public one, the caller's, and that of API Gateway. */
  readonly ownUrls: readonly string[];
  /** The header `accept`: the types of responses that the caller prefers. */
  readonly accept: string | undefined;
  /** The header `user-agent`: what the caller says of its program. */
  readonly userAgent: string | undefined;
  /** Epoch milliseconds at which the request is handled. */
  readonly now: number;
  /**
   * Authenticates and authorizes the caller again, with strongly consistent reads. A long-lived response (a wait, a
   * stream, a blocking call) calls it between reading its data and sending it, so that a revoked key, an expired login
   * or a suspended agent receives nothing more. Throws the error that a new request would get.
   */
  readonly confirmAccess: () => Promise<void>;
}

/** The context of a request without credentials. */
interface PublicContext extends RequestContext {
  readonly actor: null;
}

/** The context of a request with a valid credential. */
export interface AuthenticatedContext extends RequestContext {
  readonly actor: Actor;
}

export type AnyContext = PublicContext | AuthenticatedContext;

/** The context that a route's operation receives. */
export type Context<R extends Route> = R['auth'] extends 'none' ? PublicContext : AuthenticatedContext;

/** Narrows the context of an operation that needs an actor. Its route must not be public. */
export function requireActor(context: AnyContext): AuthenticatedContext {
  if (context.actor === null) throw new Error('the operation needs an actor, but its route is public');
  return context;
}
