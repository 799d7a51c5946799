import { randomBytes } from 'node:crypto';
import { Caller } from './caller.ts';
import { signUp } from './sign-up.ts';

interface Agent {
  readonly id: string;
  readonly handle: string;
  readonly display_name: string;
  readonly email_address: string;
}

/** An organization with one agent, and a caller for each kind of key. */
export class Tenant {
  readonly organizationId: string;
  readonly orgKey: string;
  readonly agentKey: string;
  readonly agent: Agent;
  readonly asOrg: Caller;
  readonly asAgent: Caller;
  readonly #url: string;

  constructor(url: string, made: Pick<Tenant, 'organizationId' | 'orgKey' | 'agentKey' | 'agent'>) {
    this.#url = url;
    this.organizationId = made.organizationId;
    this.orgKey = made.orgKey;
    this.agentKey = made.agentKey;
    this.agent = made.agent;
    this.asOrg = new Caller(url, made.orgKey);
    this.asAgent = new Caller(url, made.agentKey);
  }

  withKey(key: string): Caller {
    return new Caller(this.#url, key);
  }

  /** The same organization on a restarted stack. */
  at(url: string): Tenant {
    return new Tenant(url, this);
  }
}

/** Creates an organization without a verified owner, with an agent, over the API. */
export async function createTenant(url: string): Promise<Tenant> {
  const { id, admin_api_key } = await new Caller(url).post<{ id: string; admin_api_key: string }>('/v1/organizations', {
    name: 'Example Works',
    slug: `example-${randomBytes(4).toString('hex')}`,
  });
  return withAgent(url, id, admin_api_key);
}

/** Creates an organization with a verified owner, with an agent, over the API. */
export async function createVerifiedTenant(url: string): Promise<Tenant> {
  const orgKey = await signUp(url, `owner-${randomBytes(4).toString('hex')}@receiver.example`);
  const { org_id } = await new Caller(url, orgKey).get<{ org_id: string }>('/v1/me');
  return withAgent(url, org_id, orgKey);
}

/** Whether the owner of an organization is verified. */
export type Owner = 'unverified' | 'verified';

/** What creates an organization of each kind of owner. */
export const CREATE_TENANT: Readonly<Record<Owner, (url: string) => Promise<Tenant>>> = {
  unverified: createTenant,
  verified: createVerifiedTenant,
};

export const OWNERS = Object.keys(CREATE_TENANT) as Owner[];

async function withAgent(url: string, organizationId: string, orgKey: string): Promise<Tenant> {
  const asOrg = new Caller(url, orgKey);
  const handle = `ada-${randomBytes(4).toString('hex')}`;
  const agent = await asOrg.post<Agent>('/v1/identities', { handle, display_name: 'Ada' });
  const { key: agentKey } = await asOrg.post<{ key: string }>('/v1/api-keys', { name: 'ada', identity_id: agent.id });
  return new Tenant(url, { organizationId, orgKey, agentKey, agent });
}

/** Registers an endpoint for all events of the organization. */
export function createWebhook(tenant: Tenant, url: string): Promise<{ id: string; url: string }> {
  return tenant.asOrg.post('/v1/webhooks', { url });
}
