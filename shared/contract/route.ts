import type { z } from 'zod';
import type { ErrorCode } from '../domain/errors.ts';

/**
 * Who may call an operation.
 * - `none`: no credentials
 * - `org`: an org key
 * - `agent`: an agent key
 * - `either`: any key of the organization
 * - `own`: an org key, or an agent key for what is its own (the operation judges which that is)
 *
 * See: docs/contract/authentication.md#permissions.
 */
export type Auth = 'none' | 'org' | 'agent' | 'either' | 'own';

/**
 * Which budget a call draws on: the shared bucket of its network address, its organization's, or none at all.
 *
 * See: docs/contract/limits.md#requests.
 */
export type Budget = 'address' | 'organization' | 'none';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** The Lambda function that serves an operation. One function a group. */
export type RouteGroup =
  | 'system'
  | 'accounts'
  | 'auth'
  | 'identities'
  | 'webhooks'
  | 'events'
  | 'wait'
  | 'mail'
  | 'inbound-mail'
  | 'domains'
  | 'provider-accounts'
  | 'contacts'
  | 'a2a'
  | 'a2a-protocol';

/**
 * Where a signature over the body stands in for a key: whoever sends it has an account of another kind. The operation
 * judges the signature over the bytes as they came, before anything of them is parsed, and whatever content type they
 * claim to have.
 */
export interface Signed {
  /** Headers that carry the signature; optional, since each form of the body has its own way. */
  readonly headers: z.ZodObject;
  /** Forms of the body beside `body`, by the content type that their senders use. */
  readonly alternateBodies: Readonly<Record<string, z.ZodType>>;
}

export interface Route {
  /** One name everywhere: file, handler, operationId, test. */
  readonly name: string;
  readonly group: RouteGroup;
  readonly method: Method;
  /** The API Gateway resource path, with `{id}` for parameters. Never `{proxy+}`. */
  readonly path: `/v1/${string}`;
  readonly auth: Auth;
  readonly budget: Budget;
  /** One line for the generated description and the permission matrix. */
  readonly summary: string;
  readonly params?: z.ZodObject;
  readonly query?: z.ZodObject;
  readonly body?: z.ZodType;
  /** True where every field of the body is optional, so that the body may be absent. */
  readonly bodyOptional?: boolean;
  readonly status: 200 | 201 | 202 | 204;
  /** The status where nothing new was made, because the same was asked for before. */
  readonly duplicateStatus?: 200;
  readonly reply?: z.ZodType;
  /** A second success of an operation that has two steps: its status and what it returns. */
  readonly otherReply?: { readonly status: 200; readonly reply: z.ZodType };
  /** Where the answer may be server-sent events: what the data of each event is. */
  readonly events?: z.ZodType;
  /** Errors beyond those that follow from auth, budget and schemas. */
  readonly errors: readonly ErrorCode[];
  /** Whether the operation honours an `idempotency-key`. */
  readonly idempotent: boolean;
  /** Whether its reply shows a secret that is never shown again. */
  readonly onceOnlySecret: boolean;
  readonly signed?: Signed;
  /** Whether a suspended agent may still call it. */
  readonly allowSuspended?: boolean;
  /** Seconds for which anybody may keep the answer; then it has an `ETag` too. Everything else is kept by nobody. */
  readonly cacheSeconds?: number;
  /** Whether the answer is streamed: it may come later than API Gateway's 29 s, or be larger than Lambda's 6 MB. */
  readonly streamed?: boolean;
  /**
   * Where the operation speaks a protocol of its own: what is asked, what is answered and what went wrong are in the
   * protocol's words, and fields that it does not know are passed over, as the protocol wants it. Who asks, and whether
   * they may, is judged and answered as everywhere.
   */
  readonly protocol?: 'json-rpc' | 'http+json';
}

/** Refuses a property that `Route` does not have. A type parameter alone would accept a misspelled one. */
type Exact<R> = { readonly [Key in Exclude<keyof R, keyof Route>]: never };

/** Declares a route and keeps its literal types, from which handlers get theirs. */
export function route<const R extends Route>(value: R & Exact<R>): R {
  return value;
}

type Parsed<S, Fallback> = S extends z.ZodType ? z.output<S> : Fallback;

/** The other forms that the body of a signed request may have. */
type AlternateBodies<R extends Route> = R extends {
  signed: { alternateBodies: infer F extends Record<string, z.ZodType> };
}
  ? z.output<F[keyof F]>
  : never;

/** What an operation receives: every part parsed, unknown fields refused. */
export interface Input<R extends Route> {
  params: Parsed<R['params'], Record<string, never>>;
  query: Parsed<R['query'], Record<string, never>>;
  body: Parsed<R['body'], undefined> | AlternateBodies<R>;
}

/** The body an operation answers with; `undefined` for 204. */
export type ReplyBody<R extends Route> =
  | (R['reply'] extends z.ZodType ? z.input<R['reply']> : undefined)
  | (R extends { otherReply: { reply: infer S extends z.ZodType } } ? z.input<S> : never);
