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
 * Rule: specification, Endpoints (authentication column).
 */
export type Auth = 'none' | 'org' | 'agent' | 'either' | 'own';

/**
 * Which budget a call draws on: the shared bucket of its network address, its organization's, or none at all.
 *
 * Rule: specification, Limits; shapes, Exact answers (address bucket).
 */
export type Budget = 'address' | 'organization' | 'none';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** The Lambda function that serves an operation. One function a group. */
export type RouteGroup = 'system' | 'accounts' | 'auth' | 'identities' | 'webhooks' | 'events' | 'wait' | 'mail';

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
  readonly reply?: z.ZodType;
  /** Errors beyond those that follow from auth, budget and schemas. */
  readonly errors: readonly ErrorCode[];
  /** Whether the operation honours an `idempotency-key`. */
  readonly idempotent: boolean;
  /** Whether its reply shows a secret that is never shown again. */
  readonly onceOnlySecret: boolean;
  /** Whether a suspended agent may still call it. */
  readonly evenSuspended?: boolean;
  /** Whether the answer is streamed, for waits longer than API Gateway's 29 s. */
  readonly streamed?: boolean;
}

/** Declares a route and keeps its literal types, from which handlers get theirs. */
export function route<const R extends Route>(value: R): R {
  return value;
}

type Parsed<S, Fallback> = S extends z.ZodType ? z.output<S> : Fallback;

/** What an operation receives: every part parsed, unknown fields refused. */
export interface Input<R extends Route> {
  params: Parsed<R['params'], Record<string, never>>;
  query: Parsed<R['query'], Record<string, never>>;
  body: Parsed<R['body'], undefined>;
}

/** The body an operation answers with; `undefined` for 204. */
export type ReplyBody<R extends Route> = R['reply'] extends z.ZodType ? z.input<R['reply']> : undefined;
