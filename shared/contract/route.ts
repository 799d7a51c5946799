import type { z } from 'zod';
import type { ErrorCode } from '#shared/domain/errors/errors.ts';
import type { BodyClass } from '#shared/domain/limits/limits.ts';
import type { Role } from '#shared/domain/organization/role.ts';
import type { Audited } from './audited.ts';
import type { Chapter, RouteGroup } from './groups.ts';
import type { Signed } from './signed.ts';

/**
 * The credentials that an operation requires.
 * - `none`: no credentials
 * - `org`: an org key
 * - `agent`: an agent key
 * - `any-key`: any key of the organization
 * - `resource-agent`: an org key, or the key of the agent that the named resources belong to. See `Route.resources`.
 *
 * See: docs/contract/authentication.md#permissions.
 */
export type Auth = 'none' | 'org' | 'agent' | 'any-key' | 'resource-agent';

/** The kinds of resources that a request can name. Each kind has one loader. */
export type ResourceKind =
  | 'approval'
  | 'contact'
  | 'delivery'
  | 'event'
  | 'identity'
  | 'lease'
  | 'secret'
  | 'stream'
  | 'task'
  | 'tunnel'
  | 'webhook';

/** A resource that a request names, and which keys besides org keys may use it. */
export interface NamedResource {
  /** What is loaded. */
  readonly load: ResourceKind;
  /** The path or query parameter, or body field, with its id. */
  readonly named: string;
  /** What an agent key gets for a resource of another agent of its organization. */
  readonly foreign: 403 | 404;
  /**
   * Whether agents may use resources that belong to the organization as a whole. If not, they are treated like another
   * agent's.
   */
  readonly shared?: true;
  /** The request filters by it, and loads nothing. */
  readonly filter?: true;
}

/**
 * Rules that depend on the stored row:
 * - `login-token`: the credential must be the token of a person who has logged in; an org key gets 403
 * - `owner-member`: only an owner may add, change or remove a member with the role owner; others get 403
 * - `keypair-proof`: an agent with a keypair must prove that it holds its private key
 * - `invitation-party`: each step of an invitation is reserved for one of its two organizations; the other gets 403
 * - `task-role`: each step of a task is reserved for one of its two agents; the other gets 403
 * - `secret-agent`: an org key may not name an agent that the secret does not belong to (403)
 * - `redemption-record`: the attempt of another agent is recorded and gets the same 404 as a wrong token
 */
export type RowRule =
  | 'login-token'
  | 'owner-member'
  | 'keypair-proof'
  | 'invitation-party'
  | 'task-role'
  | 'secret-agent'
  | 'redemption-record';

/**
 * The rate limit that a call counts against: the one of its network address, the one of its organization, or none.
 *
 * See: docs/contract/limits.md#requests.
 */
export type Budget = 'address' | 'organization' | 'none';

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** A method that reaches a function: that of an operation, the one for its headers alone, or a CORS preflight. */
export type ServedMethod = Method | 'HEAD' | 'OPTIONS';

/** A form of a response that is text, not JSON. */
export type TextType = 'text/html' | 'text/plain';

export interface Route {
  /** The same name is used for the file, the handler, the `operationId` and the tests. */
  readonly name: string;
  readonly group: RouteGroup;
  /** The chapter of the description, if it is not that of the group. */
  readonly chapter?: Chapter;
  readonly method: Method;
  /**
   * The API Gateway resource path, with `{id}` for parameters. Never `{proxy+}`. Only entry points for new callers, and
   * what standards put at a place of their own (RFC 8615), are outside `/v1`.
   */
  readonly path: '/' | '/llms.txt' | '/v1' | `/v1/${string}` | `/.well-known/${string}`;
  readonly auth: Auth;
  /** The resources that the request names, if a caller could name those of others. */
  readonly resources?: readonly NamedResource[];
  /** The least role with which a person may call it; `roleOf` has the default. */
  readonly role?: Role;
  /** Fields of the body that only an org key may set. */
  readonly orgOnly?: readonly string[];
  readonly rowRules?: readonly RowRule[];
  readonly budget: Budget;
  /** One line for the generated description and the permission matrix. */
  readonly summary: string;
  readonly params?: z.ZodObject;
  readonly query?: z.ZodObject;
  readonly body?: z.ZodType;
  /** Set if its changes are in the audit; `NOT_AUDITED` has the reason for every other operation. */
  readonly audited?: Audited;
  /** True if the body contains mail with attachments, so that it may be larger than others. */
  readonly carriesMail?: true;
  /** Whether the body may also be a form, as OAuth sends it. Its fields are those of the JSON body, and texts. */
  readonly acceptsForm?: true;
  /** True if every field of the body is optional, so that the body may be absent. */
  readonly bodyOptional?: boolean;
  readonly status: 200 | 201 | 202 | 204;
  /** The status of a repeated request that created nothing new. */
  readonly duplicateStatus?: 200;
  readonly reply?: z.ZodType;
  /** The second success of an operation, with two steps or that can be held: its status and its reply. */
  readonly otherReply?: { readonly status: 200 | 202; readonly reply: z.ZodType };
  /** The type of the text that the response may be instead of `reply`. */
  readonly text?: TextType;
  /** The data of each server-sent event, if the response may be a stream of them. */
  readonly events?: z.ZodType;
  /** Errors in addition to those that the rest of the route implies. */
  readonly errors: readonly ErrorCode[];
  /** Whether the operation accepts an `idempotency-key`. */
  readonly idempotent: boolean;
  /** Whether its reply contains a secret that is never returned again. */
  readonly onceOnlySecret: boolean;
  readonly signed?: Signed;
  /** Whether a person may call it who lacks the second factor that the organization requires. */
  readonly withoutSecondFactor?: true;
  /** Whether a suspended agent may still call it. */
  readonly allowSuspended?: boolean;
  /** Seconds for which any cache may keep the response, which then has an `ETag`. No other response may be cached. */
  readonly cacheSeconds?: number;
  /** Whether the response is streamed, because it may take longer than API Gateway's 29 s or exceed Lambda's 6 MB. */
  readonly streamed?: boolean;
  /**
   * Whether a response may take minutes, mostly idle. Such routes have a separate function in their group, so that they
   * do not use up the concurrency of the quick ones.
   */
  readonly longLived?: true;
  /** Whether it counts against the number of concurrent waits of an organization. Its query has a `timeout_ms`. */
  readonly countsAsWait?: true;
  /**
   * The protocol of the operation, if it is not this service's own. Requests, replies and errors have the protocol's
   * format, and unknown fields are ignored, as the protocol requires. Authentication and authorization are the same as
   * for every other route, and so are their errors.
   */
  readonly protocol?: 'json-rpc' | 'http+json' | 'mcp';
  /**
   * Methods that reach the function only because the protocol defines how to refuse them. See: MCP 2026-07-28,
   * transports (405 for GET and DELETE).
   */
  readonly refusedMethods?: readonly Method[];
  /**
   * Whether web pages may call it, from the origins that the stage allows. The function then also answers the CORS
   * preflight (`OPTIONS`). See: WHATWG Fetch, CORS protocol.
   */
  readonly webPages?: true;
  /**
   * Whether access tokens of the OAuth authorization server are for it. Everywhere else they are wrong credentials.
   *
   * See: RFC 8707, section 2.
   */
  readonly isResource?: true;
  /**
   * Whether callers request it before they know the service. They may then send `HEAD`, as programs do that check a
   * link, and a slash at the end of the path. See: RFC 9110, section 9.3.2.
   */
  readonly isFrontDoor?: true;
}

/** The class of a route's body, which decides how large it may be. */
export function bodyClassOf({ carriesMail, auth }: Pick<Route, 'carriesMail' | 'auth'>): BodyClass {
  if (carriesMail === true) return 'mail';
  return auth === 'none' ? 'open' : 'authenticated';
}

/** What a declaration may omit if the rest implies it. */
type Derived = 'budget' | 'errors' | 'idempotent' | 'onceOnlySecret';

/** A route as it is declared. */
export type Declaration = Omit<Route, Derived> & Partial<Pick<Route, Derived>>;

/** Refuses a property that `Route` does not have. A type parameter alone would accept a misspelled one. */
type Exact<R> = { readonly [Key in Exclude<keyof R, keyof Route>]: never };

/**
 * Declares a route and keeps its literal types, from which the types of handlers are derived. By default, a request
 * counts against the limit of its organization, or of its network address if it has no key; an operation that changes
 * something accepts an idempotency key; and replies contain no secret that is returned only once.
 */
export function route<const R extends Declaration>(value: R & Exact<R>): R & Pick<Route, Derived> {
  const { auth, method } = value;
  return {
    budget: auth === 'none' ? 'address' : 'organization',
    errors: [],
    idempotent: method !== 'GET',
    onceOnlySecret: false,
    ...(value as R),
  };
}

type Parsed<S, Fallback> = S extends z.ZodType ? z.output<S> : Fallback;

/** The parsed alternate bodies of a signed request. */
type AlternateBodies<R extends Route> = R extends {
  signed: { alternateBodies: infer F extends Record<string, z.ZodType> };
}
  ? z.output<F[keyof F]>
  : never;

/** The parsed parts of a request. Unknown fields have been refused. */
export interface Input<R extends Route> {
  params: Parsed<R['params'], Record<string, never>>;
  query: Parsed<R['query'], Record<string, never>>;
  body: Parsed<R['body'], undefined> | AlternateBodies<R>;
}

/** The reply body of an operation; `undefined` for 204. */
export type ReplyBody<R extends Route> =
  | (R['reply'] extends z.ZodType ? z.input<R['reply']> : undefined)
  | (R extends { otherReply: { reply: infer S extends z.ZodType } } ? z.input<S> : never);
