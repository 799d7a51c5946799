import type { Behaviour, EndpointRecord } from '../history.ts';
import { AGENTS, ORGANIZATIONS } from '../plan.ts';
import type { Api } from './api.ts';
import type { Receivers } from './receivers.ts';

export interface FixtureAgent {
  readonly id: string;
  readonly key: string;
  readonly address: string;
}

export interface FixtureOrganization {
  readonly id: string;
  readonly key: string;
  readonly agents: readonly FixtureAgent[];
  readonly endpoints: EndpointRecord[];
}

/** The endpoints that each organization has from the start, and the types of the events that they receive. */
const ENDPOINTS: Readonly<Record<Behaviour, readonly string[]>> = {
  ok: ['mail.received', 'a2a.sent_task.updated', 'a2a.task.updated', 'mail.sent'],
  slow: ['mail.delivered'],
  'fails-first': ['a2a.task.message'],
  'hangs-first': ['a2a.contact_rule.changed'],
  'resets-after-200': ['a2a.task.created'],
  'huge-response': ['a2a.settings.updated'],
  'always-fails': ['a2a.task.canceled'],
  redirects: ['a2a.task.canceled'],
};

/** Creates the organizations of a run, with agents that any agent may send tasks to, and with endpoints. */
export async function makeFixture(api: Api, receivers: Receivers, name: string): Promise<FixtureOrganization[]> {
  const organizations: FixtureOrganization[] = [];
  for (let n = 0; n < ORGANIZATIONS; n++) organizations.push(await makeOrganization(api, receivers, `${name}-${n}`));
  return organizations;
}

async function makeOrganization(api: Api, receivers: Receivers, slug: string): Promise<FixtureOrganization> {
  const { id, admin_api_key: key } = await api.require<{ id: string; admin_api_key: string }>({
    key: undefined,
    method: 'POST',
    path: '/v1/organizations',
    body: { name: slug, slug },
  });
  const agents: FixtureAgent[] = [];
  for (let n = 0; n < AGENTS; n++) agents.push(await makeAgent(api, key, `${slug}-${n}`));
  const endpoints: EndpointRecord[] = [];
  for (const [behaviour, eventTypes] of Object.entries(ENDPOINTS) as [Behaviour, readonly string[]][]) {
    const endpoint = { behaviour, eventTypes, label: `${slug}-${behaviour}` };
    endpoints.push(await registerEndpoint(api, receivers, key, endpoint));
  }
  return { id, key, agents, endpoints };
}

async function makeAgent(api: Api, orgKey: string, handle: string): Promise<FixtureAgent> {
  const post = <T>(path: string, body: unknown) => api.require<T>({ key: orgKey, method: 'POST', path, body });
  const { id, email_address: address } = await post<{ id: string; email_address: string }>('/v1/identities', {
    handle,
    display_name: handle,
  });
  const { key } = await post<{ key: string }>('/v1/api-keys', { name: handle, identity_id: id });
  const path = `/v1/identities/${id}/a2a/settings`;
  await api.require({ key: orgKey, method: 'PUT', path, body: { filter_mode: 'blocklist' } });
  return { id, key, address };
}

async function registerEndpoint(
  api: Api,
  receivers: Receivers,
  key: string,
  { behaviour, eventTypes, label }: { behaviour: Behaviour; eventTypes: readonly string[]; label: string },
): Promise<EndpointRecord> {
  const body = { url: receivers.url(behaviour, label), event_types: eventTypes };
  const webhook = await api.require<{ id: string; secret: string }>({
    key,
    method: 'POST',
    path: '/v1/webhooks',
    body,
  });
  receivers.know(label, webhook);
  return { id: webhook.id, behaviour, eventTypes, registeredAt: Date.now() };
}
