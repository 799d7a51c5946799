import { randomBytes } from 'node:crypto';
import { Caller } from './caller.ts';

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

/** Creates an organization with an agent over the API. */
export async function createTenant(url: string): Promise<Tenant> {
  const suffix = randomBytes(4).toString('hex');
  const organization = await new Caller(url).post<{ id: string; admin_api_key: string }>('/v1/organizations', {
    name: 'Example Works',
    slug: `example-${suffix}`,
  });
  const orgKey = organization.admin_api_key;
  const asOrg = new Caller(url, orgKey);
  const agent = await asOrg.post<Agent>('/v1/identities', { handle: `ada-${suffix}`, display_name: 'Ada' });
  const { key: agentKey } = await asOrg.post<{ key: string }>('/v1/api-keys', { name: 'ada', identity_id: agent.id });
  return new Tenant(url, { organizationId: organization.id, orgKey, agentKey, agent });
}

/** Registers an endpoint for all events of the organization. */
export function createWebhook(tenant: Tenant, url: string): Promise<{ id: string; url: string }> {
  return tenant.asOrg.post('/v1/webhooks', { url });
}
