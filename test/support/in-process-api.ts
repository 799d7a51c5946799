import { randomBytes, randomUUID } from 'node:crypto';
import type { Route } from '#shared/contract/route.ts';
import type { Table } from '#shared/data/table-client.ts';
import type { ErrorBody } from '#shared/domain/errors/errors.ts';
import { DEFAULT_LIMITS, type Limits, LOCAL_LIMITS } from '#shared/domain/limits/limits.ts';
import { Keyring } from '#shared/runtime/keyring.ts';
import type { Services } from '#shared/runtime/pipeline/exchange.ts';
import { handleRequest } from '#shared/runtime/pipeline/handle-request.ts';
import type { HttpRequest, HttpResponse } from '#shared/runtime/pipeline/http.ts';
import type { Operation } from '#shared/runtime/pipeline/operation.ts';
import { type OPERATIONS, type OperationName, routeOf, type SuccessOf } from '#testing/operations.ts';
import {
  FIXTURE_NAME,
  type KeyOwner,
  type MadeAgent,
  type MadeOrganization,
  makeAgent,
  makeOrganization,
} from './made-agents.ts';
import { memorySigningKeys } from './signing-keys.ts';

/** The file of an operation: `create-webhook.ts` of its group exports `createWebhook`. */
export function operationFile(route: Pick<Route, 'group' | 'name'>): string {
  return `functions/http/${route.group}/${route.name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}.ts`;
}

const loaded = new Map<string, Promise<Operation<Route>>>();

/** An operation by its route. It is loaded once, because finding a loaded module takes longer than some requests. */
export function loadOperation(route: Pick<Route, 'group' | 'name'>): Promise<Operation<Route>> {
  const known = loaded.get(route.name) ?? load(route);
  loaded.set(route.name, known);
  return known;
}

/** The services as the function of a route has them: the vault's may not use the keyring of the stage. */
export function servicesFor({ group }: Pick<Route, 'group'>, services: Services): Services {
  return group === 'vault' ? { ...services, auditsInClear: true } : services;
}

async function load(route: Pick<Route, 'group' | 'name'>): Promise<Operation<Route>> {
  const file = new URL(`../../${operationFile(route)}`, import.meta.url).href;
  const module = (await import(/* @vite-ignore */ file)) as Record<string, Operation<Route> | undefined>;
  const operation = module[route.name];
  if (operation === undefined) throw new Error(`${operationFile(route)} exports no ${route.name}`);
  return operation;
}

export interface InProcessCall {
  key?: string;
  idempotencyKey?: string;
  params?: Record<string, string>;
  query?: Record<string, string>;
  body?: unknown;
  /** A body that is sent unchanged, with its type in `headers`. */
  text?: string;
  address?: string;
  headers?: Record<string, string>;
}

/** The body of a failed call of the A2A protocol. Each binding has its own format. */
// biome-ignore lint/suspicious/noExplicitAny: tests read the details of protocol errors
type ProtocolErrorBody = { error: any };

type ErrorOf<N extends OperationName> = (typeof OPERATIONS)[N] extends { protocol: string }
  ? ProtocolErrorBody
  : ErrorBody;

/** The body of a success, if the operation has one, with `error` for the calls that a test expects to fail. */
type ReplyBody<N extends OperationName> = (SuccessOf<N> extends undefined ? unknown : SuccessOf<N>) & ErrorOf<N>;

export interface InProcessReply<N extends OperationName> extends Omit<HttpResponse, 'body'> {
  body: ReplyBody<N>;
}

/**
 * The whole pipeline without a transport: real operations on a real engine, with a keyring of random bytes unless one
 * is given.
 */
export class InProcessApi {
  readonly services: Services;
  limits: Limits;
  now: () => number = Date.now;

  constructor(table: Table, limits: Partial<Limits> = {}, keyring?: Services['keyring']) {
    // Tests of other things must not hit the rate limits.
    const unreached = { orgRequestsPerMinute: 1e9, ipRequestsPerMinute: 1e9, failedAuthenticationsPerMinute: 1e9 };
    this.limits = { ...DEFAULT_LIMITS, ...LOCAL_LIMITS, ...unreached, ...limits };
    const random = new Keyring(randomBytes(32));
    const signingKeys = memorySigningKeys(table, () => this.now());
    this.services = {
      table: () => table,
      settings: () => ({ limits: this.limits, mailDomain: 'agents.test', allowLoopbackReceivers: true }),
      keyring: keyring ?? (async () => random),
      signingKeys: () => signingKeys,
      now: () => this.now(),
    };
  }

  /** Calls an operation by its name. */
  async call<N extends OperationName>(name: N, call: InProcessCall = {}): Promise<InProcessReply<N>> {
    const route = routeOf(name);
    const response = await handleRequest(
      await loadOperation(route),
      requestOf(route, call),
      servicesFor(route, this.services),
    );
    return { ...response, body: response.body as ReplyBody<N> };
  }

  /** Creates an organization, without a request. */
  async organization(): Promise<MadeOrganization> {
    const made = await makeOrganization(this.services);
    organizations.set(made.key, { id: made.id, slug: made.slug, name: FIXTURE_NAME });
    return made;
  }

  /** Creates an agent of an organization, with a key of its own. */
  async agent(orgKey: string): Promise<MadeAgent> {
    const known = organizations.get(orgKey);
    if (known !== undefined) return makeAgent(this.services, known);
    const { org_id: id, org_slug: slug, org_name: name } = (await this.call('getMe', { key: orgKey })).body;
    return makeAgent(this.services, { id, slug, name });
  }
}

/** The organizations of this process, by their first keys. */
const organizations = new Map<string, KeyOwner>();

/** A request in the form in which the gateway passes it on. */
export function requestOf(route: Pick<Route, 'method' | 'path'>, call: InProcessCall): HttpRequest {
  const params = call.params ?? {};
  return {
    requestId: randomUUID(),
    method: route.method,
    resource: route.path,
    path: route.path.replace(/\{(\w+)\}/g, (_, name: string) => params[name] ?? ''),
    headers: {
      ...(call.key === undefined ? {} : { authorization: `Bearer ${call.key}` }),
      ...(call.idempotencyKey === undefined ? {} : { 'idempotency-key': call.idempotencyKey }),
      ...(call.body === undefined ? {} : { 'content-type': 'application/json' }),
      ...call.headers,
    },
    query: Object.fromEntries(Object.entries(call.query ?? {}).map(([name, value]) => [name, [value]])),
    params,
    body: call.text ?? (call.body === undefined ? null : JSON.stringify(call.body)),
    address: call.address ?? '192.0.2.1',
    baseUrl: 'https://api.test',
    ownUrls: ['https://api.test'],
  };
}
