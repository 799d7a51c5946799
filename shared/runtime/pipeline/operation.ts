import type { z } from 'zod';
import type { Input, ReplyBody, Route } from '#shared/contract/route.ts';
import type { Plan, TransactionBuilder } from '#shared/data/transaction-builder.ts';
import type { AppError } from '#shared/domain/errors/errors.ts';
import type { AnyContext, AuthenticatedContext, Context, RequestContext } from './context.ts';
import type { ChallengedRequest, EndpointRefusal, TextBody } from './http.ts';
import type { ProtocolRequest, ProtocolResponse, RefusedRequest, SignedBody } from './protocol-messages.ts';
import type { FindResource, ResourceLoader } from './resources.ts';

/**
 * The response of an operation. `text` is sent in place of the body, by operations that store no reply. `recorded` is
 * what the record of an idempotency key keeps in place of the body, if the operation restores its reply. `reject`: the
 * request fails, but what it staged is committed: a wrong code counts.
 */
export type Outcome<B> =
  | {
      kind: 'reply';
      body: B;
      text?: TextBody;
      status?: number;
      headers?: Record<string, string>;
      recorded?: unknown;
    }
  | { kind: 'reject'; error: AppError };

export type Write<B> = { kind: 'write' } & Plan<Outcome<B>>;

/** What an operation returns: a response, or writes to be committed with the response that follows from them. */
export type OperationResult<B = unknown> = Promise<Outcome<B> | Write<B>>;

/** A request's parts, parsed by the schemas of its route. */
export interface ParsedInput {
  readonly params: unknown;
  readonly query: unknown;
  readonly body: unknown;
}

/**
 * An operation with its route. The functions below make one of each kind. They check the types of the route; an
 * `Operation` itself takes any context and input, so that the pipeline can hold operations of all routes.
 */
export type Operation<R extends Route = Route> =
  | PlainOperation<R>
  | ResourceOperation<R>
  | SignedOperation<R>
  | ProtocolOperation<R>
  | EndpointOperation<R>;

/** An operation on the organization, or on what its body and query name. */
export interface PlainOperation<R extends Route = Route> {
  readonly kind: 'plain';
  readonly route: R;
  readonly run: (context: AnyContext, input: ParsedInput) => OperationResult;
  /** Records that authorization refused a suspended agent, for operations that are audited. */
  readonly recordSuspended?: RecordSuspended | undefined;
}

type RecordSuspended = (context: AuthenticatedContext, params: Readonly<Record<string, string>>) => Promise<void>;

/** A resource that is being read. */
export type FoundResource = Promise<unknown>;

/** An operation on the resource that the `{id}` of its path names. */
export interface ResourceOperation<R extends Route = Route> {
  readonly kind: 'resource';
  readonly route: R;
  /** Reads the resource, before it is known whether the caller may use it. */
  readonly find: FindResource<unknown>;
  /**
   * Throws 404 if the resource does not exist, and what the route declares if it belongs to another agent. `found` is
   * the resource if it is being read already.
   */
  readonly authorizeResource: (context: AuthenticatedContext, id: string, found?: FoundResource) => Promise<unknown>;
  readonly run: (
    context: AuthenticatedContext,
    id: string,
    input: ParsedInput,
    found?: FoundResource,
  ) => OperationResult;
  /** Makes the reply of an earlier request again from what its record keeps: for replies that may not be stored. */
  readonly restore?: ((context: AuthenticatedContext, id: string, recorded: unknown) => Promise<unknown>) | undefined;
}

/** An operation with a signature in place of an API key. */
export interface SignedOperation<R extends Route = Route> {
  readonly kind: 'signed';
  readonly route: R;
  /** Throws `auth.unauthorized`, the same error for every defect of a signature. */
  readonly verify: (context: RequestContext, sent: SignedBody) => Promise<VerifiedRequest>;
}

/** An operation that parses and responds in a protocol of its own. */
export interface ProtocolOperation<R extends Route = Route> {
  readonly kind: 'protocol';
  readonly route: R;
  readonly handleProtocol: (context: AuthenticatedContext, request: ProtocolRequest) => Promise<ProtocolResponse>;
  /** How many requests of the rate limit a request takes: 1, unless its protocol has batches. */
  readonly countRequests?: ((request: ProtocolRequest) => number) | undefined;
  /**
   * Whether a request is served also if the rate limit of its organization is reached: it reads nothing, and clients
   * make it before or after the one for which `respondRefusal` has a response.
   */
  readonly isServedBeyondLimit?: ((request: ProtocolRequest) => boolean) | undefined;
  /**
   * The response in the protocol's form to an authenticated request that the pipeline refuses. `undefined` if the
   * refusal has the form of all other routes.
   */
  readonly respondRefusal?:
    | ((error: AppError, refused: RefusedRequest) => Promise<ProtocolResponse | undefined>)
    | undefined;
  /** The value of `WWW-Authenticate` where a credential is missing or not enough, if it says how to get another one. */
  readonly challenge?: (request: ChallengedRequest, error: AppError) => string;
}

/**
 * An operation without an API key that another specification defines: it parses its request and forms its errors
 * itself. What it stages is committed with its response, as for any other.
 */
export interface EndpointOperation<R extends Route = Route> {
  readonly kind: 'endpoint';
  readonly route: R;
  readonly handle: (context: AnyContext, request: ProtocolRequest) => OperationResult;
  /** The response to a request that the operation or the pipeline refuses. `undefined`: that of all other routes. */
  readonly refusal: (error: unknown) => EndpointRefusal | undefined;
}

/** A request with a valid signature: its signer, the schema of its body, and its work. */
export interface VerifiedRequest<B = unknown> {
  /** The id of the account or topic that signed. The idempotency keys of a signer are its own. */
  readonly signer: string;
  readonly bodySchema: z.ZodType;
  /** Runs the operation with the body that `bodySchema` returned. */
  readonly run: (body: unknown) => OperationResult<B>;
}

/** Binds an operation to its route: it loads, decides, then returns a `reply`, or a `write` with what it stages. */
export function operation<R extends Route>(
  route: R,
  run: (context: Context<R>, input: Input<R>) => OperationResult<ReplyBody<R>>,
  { recordSuspended }: Pick<PlainOperation, 'recordSuspended'> = {},
): PlainOperation<R> {
  return {
    kind: 'plain',
    route,
    recordSuspended,
    // The pipeline authenticates as `route.auth` says and parses with the route's schemas.
    run: (context, input) => run(context as Context<R>, input as Input<R>),
  };
}

/**
 * Binds an operation with a path that names a resource. `run` receives the resource. Each run after the first loads it
 * again.
 */
export function resourceOperation<R extends Route, T>(
  route: R,
  load: ResourceLoader<T>,
  run: (context: AuthenticatedContext, resource: T, input: Input<R>) => OperationResult<ReplyBody<R>>,
  {
    restore,
  }: { restore?: (context: AuthenticatedContext, resource: T, recorded: unknown) => Promise<ReplyBody<R>> } = {},
): ResourceOperation<R> {
  // The pipeline has got `found` from `find` of the same loader.
  const authorizeResource = (context: AuthenticatedContext, id: string, found?: FoundResource) =>
    load(route, context, id, found as Promise<T | undefined> | undefined);
  return {
    kind: 'resource',
    route,
    find: load.find,
    authorizeResource,
    run: async (context, id, input, found) =>
      run(context, await authorizeResource(context, id, found), input as Input<R>),
    restore:
      restore && (async (context, id, recorded) => restore(context, await authorizeResource(context, id), recorded)),
  };
}

/** Binds an operation with signed requests. */
export function signedOperation<R extends Route>(
  route: R,
  verify: (context: RequestContext, sent: SignedBody) => Promise<VerifiedRequest<ReplyBody<R>>>,
): SignedOperation<R> {
  return { kind: 'signed', route, verify };
}

/** A verified request with a body of type `S`. */
export function verifiedRequest<S extends z.ZodType, B>(request: {
  signer: string;
  bodySchema: S;
  run: (body: z.output<S>) => OperationResult<B>;
}): VerifiedRequest<B> {
  return { ...request, run: (body) => request.run(body as z.output<S>) };
}

/** Binds an operation with a protocol of its own: it parses, decides, commits and responds. */
export function protocolOperation<R extends Route>(
  route: R,
  handleProtocol: ProtocolOperation['handleProtocol'],
  options: Omit<ProtocolOperation, 'kind' | 'route' | 'handleProtocol'> = {},
): ProtocolOperation<R> {
  return { kind: 'protocol', route, handleProtocol, ...options };
}

/** Binds an operation that another specification defines. */
export function endpointOperation<R extends Route & { readonly auth: 'none' }>(
  route: R,
  handle: (context: Context<R>, request: ProtocolRequest) => OperationResult,
  refusal: EndpointOperation['refusal'],
): EndpointOperation<R> {
  // The route needs no key, so its context has no actor.
  return { kind: 'endpoint', route, handle: (context, request) => handle(context as Context<R>, request), refusal };
}

export function reply<B>(
  body: B,
  options: { text?: TextBody; status?: number; headers?: Record<string, string>; recorded?: unknown } = {},
): Outcome<B> {
  return { kind: 'reply', body, ...options };
}

/** A 204 response. */
export function noContent(): Outcome<undefined> {
  return { kind: 'reply', body: undefined };
}

/** Commits what was staged, then fails. */
export function reject(error: AppError): Outcome<never> {
  return { kind: 'reject', error };
}

/** Writes to be committed. */
export function write<B>(
  build: (tx: TransactionBuilder) => Outcome<B>,
  options: Pick<Plan<B>, 'reloadOnConflict' | 'stored'> = {},
): Write<B> {
  return { kind: 'write', build, ...options };
}
