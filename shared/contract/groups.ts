/** The chapters of the description, in order. */
export const TAGS = {
  system: { name: 'System', description: 'Health, readiness and this description.' },
  accounts: { name: 'Accounts', description: 'Organizations, their API keys and their usage.' },
  people: { name: 'People', description: 'Signup, login and the verification of owners.' },
  identities: { name: 'Identities', description: 'The agents of an organization.' },
  mail: { name: 'Mail', description: 'Sending and reading mail.' },
  domains: { name: 'Domains', description: 'Mail domains and mailboxes.' },
  providerAccounts: { name: 'Provider accounts', description: 'Accounts with mail providers.' },
  contacts: { name: 'Contacts', description: 'Contacts, and rules about who may write.' },
  approvals: { name: 'Approvals', description: 'Actions of agents that wait for a person, and when they do.' },
  vault: { name: 'Vault', description: 'Secrets that agents use through leases, and keypairs.' },
  a2a: { name: 'A2A', description: 'Tasks between agents, and rules about who may send them.' },
  protocol: { name: 'A2A protocol', description: 'The A2A protocol v1.0 over JSON-RPC and HTTP.' },
  events: { name: 'Events', description: 'The event log: history, waiting, streams and replay.' },
  webhooks: { name: 'Webhooks', description: 'Endpoints that receive events, and their deliveries.' },
  mcp: { name: 'MCP', description: 'The Model Context Protocol: tools for models.' },
  receivers: { name: 'Receivers', description: 'Requests that the service sends to your servers.' },
  tokens: { name: 'Tokens', description: 'Identity tokens of agents, which other services accept.' },
  tunnels: { name: 'Tunnels', description: 'Public addresses for servers that have none.' },
} as const;

export type Chapter = keyof typeof TAGS;

/**
 * The groups of operations. One Lambda function, `http-<group>`, serves each. `tag` is the chapter of the description;
 * `serves` is the function's description in the AWS console.
 */
export const GROUPS = {
  system: { tag: 'system', serves: 'Health, readiness, description' },
  accounts: { tag: 'accounts', serves: 'Organizations, API keys, the actor' },
  auth: { tag: 'people', serves: 'Signup, login, claim, verification' },
  identities: { tag: 'identities', serves: 'Agent identities' },
  webhooks: { tag: 'webhooks', serves: 'Webhook endpoints and their deliveries' },
  events: { tag: 'events', serves: 'Event history and replay, streamed' },
  wait: { tag: 'events', serves: 'Long poll for one event, streamed' },
  streams: { tag: 'events', serves: 'Event streams: tickets, list, close' },
  mail: { tag: 'mail', serves: 'Mail messages, streamed' },
  'inbound-mail': { tag: 'mail', serves: 'Mail submitted over HTTP' },
  domains: { tag: 'domains', serves: 'Mail domains and mailboxes' },
  'provider-accounts': { tag: 'providerAccounts', serves: 'Provider accounts that carry an organization’s mail' },
  contacts: { tag: 'contacts', serves: 'Contacts and contact rules' },
  approvals: { tag: 'approvals', serves: 'Approvals of held actions, approval settings' },
  vault: { tag: 'vault', serves: 'Secrets, leases, keypairs' },
  oauth: { tag: 'accounts', serves: 'OAuth: consent page, tokens, clients, grants' },
  tokens: { tag: 'tokens', serves: 'Identity tokens, signing keys, discovery, signed agent cards' },
  tunnels: { tag: 'tunnels', serves: 'Tunnels: create, list, delete' },
  a2a: { tag: 'a2a', serves: 'Agent-to-agent tasks, settings, rules, invitations, directory' },
  'a2a-protocol': { tag: 'protocol', serves: 'A2A protocol: JSON-RPC and HTTP+JSON, streamed' },
  mcp: { tag: 'mcp', serves: 'Model Context Protocol: tools for agents, streamed' },
} as const satisfies Record<string, { tag: Chapter; serves: string }>;

export type RouteGroup = keyof typeof GROUPS;
