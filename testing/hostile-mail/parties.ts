import { randomBytes } from 'node:crypto';
import { ApiClient, type Call } from '../api-client.ts';
import { type OperationName, pathOf, routeOf, type SuccessOf } from '../operations.ts';

/** Calls operations by name. Each reply must be a success and match the schema of its route. */
class StrictApi {
  readonly #client: ApiClient;

  constructor(baseUrl: string, key: string | null = null) {
    this.#client = new ApiClient(baseUrl, key);
  }

  async call<N extends OperationName>(
    name: N,
    { params, body, ...call }: Call & { params?: Record<string, string>; body?: unknown } = {},
  ): Promise<SuccessOf<N>> {
    const route = routeOf(name);
    const reply = await this.#client.call<unknown>(route.method, pathOf(route, params), body, call);
    if (reply.status !== route.status) throw new Error(`${name}: ${reply.status} ${reply.text.slice(0, 500)}`);
    return route.reply?.parse(reply.body) as SuccessOf<N>;
  }
}

export interface Recipient {
  readonly id: string;
  readonly address: string;
}

/** An organization and its agents, accessed with the org key. */
export interface Party {
  readonly api: StrictApi;
  readonly key: string;
  readonly recipients: readonly Recipient[];
}

export async function makeParty(baseUrl: string, agents: number): Promise<Party> {
  const suffix = randomBytes(6).toString('hex');
  const { admin_api_key: key } = await new StrictApi(baseUrl).call('createOrganization', {
    body: { name: 'Example Works', slug: `example-${suffix}` },
  });
  const api = new StrictApi(baseUrl, key);
  const recipients: Recipient[] = [];
  for (let index = 0; index < agents; index++) {
    const body = { handle: `agent-${index}-${suffix}`, display_name: `Agent ${index}` };
    const { id, email_address } = await api.call('createIdentity', { body });
    if (email_address === null) throw new Error('an agent has no address');
    recipients.push({ id, address: email_address });
  }
  return { api, key, recipients };
}

/** Every item of a list, from its newest to its oldest. */
export async function everyPage<T extends { readonly created_at: string }>(
  page: (query: { limit: number; before?: string }) => Promise<readonly T[]>,
): Promise<T[]> {
  const found: T[] = [];
  for (;;) {
    const before = found.at(-1)?.created_at;
    const items = await page({ limit: 200, ...(before !== undefined && { before }) });
    if (items.length === 0) return found;
    found.push(...items);
  }
}
