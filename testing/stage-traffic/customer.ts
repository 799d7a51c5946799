import { randomUUID } from 'node:crypto';
import { ApiClient } from '../api-client.ts';

/** An organization with one agent. */
export interface Customer {
  readonly organizationId: string;
  /** With a key of the organization. */
  readonly api: ApiClient;
  readonly agentId: string;
  readonly agentKey: string;
  readonly address: string;
}

export async function makeCustomer(baseUrl: string): Promise<Customer> {
  const open = new ApiClient(baseUrl);
  const name = `customer-${randomUUID().slice(0, 8)}`;
  const made = await open.post<{ id: string; admin_api_key: string }>('/v1/organizations', { name, slug: name });
  const api = open.as(made.body.admin_api_key);
  const agent = await api.post<{ id: string; email_address: string }>('/v1/identities', {
    handle: name,
    display_name: 'Agent',
  });
  const { id: agentId, email_address: address } = agent.body;
  const key = await api.post<{ key: string }>('/v1/api-keys', { name, identity_id: agentId });
  return { organizationId: made.body.id, api, agentId, agentKey: key.body.key, address };
}

/** Has the customer's agent send an email. */
export function sendAs({ api, agentId }: Customer, to: string) {
  return api.post(`/v1/identities/${agentId}/mail/send`, { to, subject: 'Hello', text: 'text' });
}
