import { randomBytes, randomUUID } from 'node:crypto';
import type { Route } from '../../shared/contract/route.ts';
import { ROUTES } from '../../shared/contract/table.ts';
import type { Table } from '../../shared/data/table-client.ts';
import { DEFAULT_LIMITS, type Limits } from '../../shared/domain/limits.ts';
import { Keyring } from '../../shared/runtime/keyring.ts';
import { handleRequest, type Services } from '../../shared/runtime/pipeline/handle-request.ts';
import type { HttpRequest, HttpResponse } from '../../shared/runtime/pipeline/http.ts';
import type { Operation } from '../../shared/runtime/pipeline/operation.ts';

/** One name everywhere: the operation `createWebhook` is what `create-webhook.ts` of its group exports. */
export function operationFile(route: Pick<Route, 'group' | 'name'>): string {
  return `functions/http/${route.group}/${route.name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}.ts`;
}

export async function loadOperation(route: Pick<Route, 'group' | 'name'>): Promise<Operation<Route>> {
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
  address?: string;
  headers?: Record<string, string>;
}

// biome-ignore lint/suspicious/noExplicitAny: tests read replies of every kind
type AnyReply = Omit<HttpResponse, 'body'> & { body: any };

/** The whole pipeline without a transport: real operations on a real engine, a keyring of random bytes. */
export class InProcessApi {
  readonly services: Services;
  limits: Limits;
  now: () => number = Date.now;

  constructor(table: Table, limits: Partial<Limits> = {}) {
    // Tests of one thing should not run out of another's budget.
    this.limits = { ...DEFAULT_LIMITS, orgRequestsPerMinute: 1e9, ipRequestsPerMinute: 1e9, ...limits };
    const keyring = new Keyring(randomBytes(32));
    this.services = {
      table: () => table,
      settings: () => ({ limits: this.limits, mailDomain: 'agents.test', allowLoopbackReceivers: true }),
      keyring: async () => keyring,
      now: () => this.now(),
    };
  }

  /** Calls an operation by its name. */
  async call(name: string, call: InProcessCall = {}): Promise<AnyReply> {
    const route = ROUTES.find((one) => one.name === name);
    if (route === undefined) throw new Error(`no operation ${name}`);
    return handleRequest(await loadOperation(route), requestOf(route, call), this.services);
  }

  /** An organization of its own, with its org key. */
  async organization(): Promise<{ id: string; key: string; slug: string }> {
    const slug = `org-${randomBytes(6).toString('hex')}`;
    const { status, body } = await this.call('createOrganization', { body: { name: 'Test', slug } });
    if (status !== 201) throw new Error(JSON.stringify(body));
    return { id: body.id, key: body.admin_api_key, slug };
  }

  /** An agent of an organization, with a key of its own. */
  async agent(orgKey: string): Promise<{ id: string; key: string; handle: string }> {
    const handleName = `agent-${randomBytes(6).toString('hex')}`;
    const identity = await this.call('createIdentity', { key: orgKey, body: { handle: handleName } });
    if (identity.status !== 201) throw new Error(JSON.stringify(identity.body));
    const key = await this.call('createApiKey', { key: orgKey, body: { name: 'k', identity_id: identity.body.id } });
    return { id: identity.body.id, key: key.body.key, handle: handleName };
  }
}

/** A request as the gateway would hand it over. */
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
    body: call.body === undefined ? null : JSON.stringify(call.body),
    address: call.address ?? '192.0.2.1',
    baseUrl: 'https://api.test',
  };
}
