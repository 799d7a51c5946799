import type { LogEvent, OrganizationState } from '../history.ts';
import type { Api } from './api.ts';
import type { FixtureOrganization } from './fixture.ts';

const PAGE = 200;

interface Listed {
  readonly id: string;
  readonly created_at: string;
}

/** Reads a whole list, newest first, page by page as the contract describes. */
async function readAll<T extends Listed>(api: Api, key: string, path: string, noun: string): Promise<T[]> {
  const rows: T[] = [];
  for (;;) {
    const before = rows.length === 0 ? '' : `&before=${rows.at(-1)?.created_at}`;
    const separator = path.includes('?') ? '&' : '?';
    const page = await api.get<Record<string, T[]>>(key, `${path}${separator}limit=${PAGE}${before}`);
    const found = page[noun];
    if (found === undefined) throw new Error(`${path} has no ${noun}`);
    rows.push(...found);
    if (found.length < PAGE) return rows;
  }
}

/** Reads everything that belongs to an organization, as its owner would. */
export async function collect(api: Api, organization: FixtureOrganization): Promise<OrganizationState> {
  const { id, key, agents, endpoints } = organization;
  const all = <T>(path: string, noun: string) => readAll<T & Listed>(api, key, path, noun);
  const [events, deliveries, secrets, leases, contacts, keys, webhooks, rules] = await Promise.all([
    all<LogEvent>('/v1/events', 'events'),
    all<OrganizationState['deliveries'][number]>('/v1/webhooks/deliveries', 'deliveries'),
    all<OrganizationState['secrets'][number]>('/v1/vault/secrets', 'secrets'),
    all<OrganizationState['leases'][number]>('/v1/vault/leases', 'leases'),
    all<OrganizationState['contacts'][number]>('/v1/contacts', 'contacts'),
    all<OrganizationState['keys'][number]>('/v1/api-keys', 'api_keys'),
    all<OrganizationState['webhooks'][number]>('/v1/webhooks', 'webhooks'),
    all<OrganizationState['rules'][number]>('/v1/a2a/contact-rules', 'contact_rules'),
  ]);
  const messages: OrganizationState['messages'][number][] = [];
  const tasks: OrganizationState['tasks'][number][] = [];
  for (const agent of agents) {
    const path = `/v1/identities/${agent.id}/mail/messages`;
    messages.push(...(await all<OrganizationState['messages'][number]>(path, 'messages')));
    const sent = await readAll<Listed>(api, agent.key, '/v1/a2a/tasks?direction=outbound', 'tasks');
    for (const task of sent) tasks.push(await api.get(agent.key, `/v1/a2a/tasks/${task.id}`));
  }
  const redeemed: Record<string, number> = {};
  for (const lease of leases) {
    const path = `/v1/vault/leases/${lease.id}/redemptions?limit=${PAGE}`;
    const { redemptions } = await api.get<{ redemptions: { outcome: string }[] }>(key, path);
    redeemed[lease.id] = redemptions.filter(({ outcome }) => outcome === 'redeemed').length;
  }
  return {
    id,
    agentIds: agents.map((agent) => agent.id),
    events: events.reverse(),
    deliveries,
    endpoints,
    messages,
    tasks,
    secrets,
    leases,
    redeemed,
    contacts,
    keys,
    webhooks,
    rules,
  };
}
