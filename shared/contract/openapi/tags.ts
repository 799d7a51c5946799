import type { RouteGroup } from '../route.ts';

/** The chapters of the description, in their order. */
const TAGS = {
  system: { name: 'System', description: 'Health, readiness and this description.' },
  accounts: { name: 'Accounts', description: 'Organizations, their API keys and what they have used.' },
  people: { name: 'People', description: 'Signup, login and the verification of owners.' },
  identities: { name: 'Identities', description: 'The agents of an organization.' },
  mail: { name: 'Mail', description: 'Sending and reading mail.' },
  domains: { name: 'Domains', description: 'Mail domains and mailboxes.' },
  providerAccounts: { name: 'Provider accounts', description: 'Accounts with mail providers.' },
  contacts: { name: 'Contacts', description: 'Contacts, and rules about who may write.' },
  a2a: { name: 'A2A', description: 'Tasks between agents, and rules about who may send them.' },
  protocol: { name: 'A2A protocol', description: 'The A2A protocol v1.0 over JSON-RPC and HTTP.' },
  events: { name: 'Events', description: 'The event log: history, waiting and replay.' },
  webhooks: { name: 'Webhooks', description: 'Endpoints that receive events, and their deliveries.' },
} as const;

type Tag = (typeof TAGS)[keyof typeof TAGS];

const TAG_OF: Readonly<Record<RouteGroup, Tag>> = {
  system: TAGS.system,
  accounts: TAGS.accounts,
  auth: TAGS.people,
  identities: TAGS.identities,
  mail: TAGS.mail,
  'inbound-mail': TAGS.mail,
  domains: TAGS.domains,
  'provider-accounts': TAGS.providerAccounts,
  contacts: TAGS.contacts,
  a2a: TAGS.a2a,
  'a2a-protocol': TAGS.protocol,
  events: TAGS.events,
  wait: TAGS.events,
  webhooks: TAGS.webhooks,
};

export const ALL_TAGS: readonly Tag[] = Object.values(TAGS);

export function tagOf(group: RouteGroup): string {
  return TAG_OF[group].name;
}

/** The chapter of what the service sends to receivers. */
export const WEBHOOK_TAG: string = TAGS.webhooks.name;
