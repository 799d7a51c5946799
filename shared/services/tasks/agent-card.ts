import type { A2aSettings, Skill } from '#shared/data/entities/a2a/a2a-settings.ts';
import type { Identity } from '#shared/data/entities/organization/identity.ts';
import { seenText, seenValue } from '#shared/domain/safe-reading/seen-value.ts';

/** The protocol version of the card. See: A2A v1.0, section 3.6. */
export const PROTOCOL_VERSION = '1.0';

const addressOf = (identityId: string, baseUrl: string) => `${baseUrl}/v1/identities/${identityId}/a2a`;

/** The URLs of an agent's protocol bindings. The paths of the REST binding are relative to its URL. */
function interfacesOf(identityId: string, baseUrl: string) {
  const base = addressOf(identityId, baseUrl);
  return [
    { url: `${base}/rpc`, protocolBinding: 'JSONRPC' as const, protocolVersion: PROTOCOL_VERSION },
    { url: base, protocolBinding: 'HTTP+JSON' as const, protocolVersion: PROTOCOL_VERSION },
  ];
}

export function cardUrlOf(identityId: string, baseUrl: string): string {
  return `${addressOf(identityId, baseUrl)}/agent-card.json`;
}

/**
 * What a client of protocol 0.3 reads of a card. It finds the address, sends a request, and the error says which
 * version the agent speaks; without these fields it fails to decode the card. Clients of 1.0 ignore them.
 *
 * See: A2A v0.3, section 5.5.
 */
function oldInterfaceOf(identityId: string, baseUrl: string) {
  const url = `${addressOf(identityId, baseUrl)}/rpc`;
  return { url, preferredTransport: 'JSONRPC' as const, protocolVersion: PROTOCOL_VERSION };
}

const BEARER = {
  description: 'An agent key of this service: the key of the agent that calls.',
  scheme: 'Bearer',
  bearerFormat: 'aid_agt',
} as const;

/** Media types that every agent accepts and returns: parts are text, data, files or links. */
const MODES = ['text/plain', 'application/json', 'application/octet-stream'];

/**
 * The card of an agent. Required lists must not be empty (section 5.7), so an agent without skills shows the one that
 * every agent of the service has: it accepts tasks. Its texts are as a person sees them; the settings have them as they
 * were written.
 *
 * See: A2A v1.0, a2a.proto (`AgentCard`); A2A v1.0, sections 4.4, 5.5 (camelCase), 8.
 */
export function agentCard(identity: Identity, settings: A2aSettings, provider: string, baseUrl: string) {
  const description = seenText(settings.description ?? identity.description ?? '');
  const skills = settings.skills.length > 0 ? settings.skills : [generalSkill(identity)];
  return {
    name: seenOr(seenText(identity.displayName), identity.handle),
    description: seenOr(description, `The agent ${identity.handle}.`),
    supportedInterfaces: interfacesOf(identity.id, baseUrl),
    provider: { organization: seenText(provider), url: baseUrl },
    // The card changes only with the settings.
    version: `1.0.${settings.version}`,
    ...oldInterfaceOf(identity.id, baseUrl),
    capabilities: { streaming: true, pushNotifications: true, extendedAgentCard: true },
    securitySchemes: {
      // The outer fields are those of 0.3.
      bearer: { type: 'http', ...BEARER, httpAuthSecurityScheme: BEARER },
    },
    securityRequirements: [{ schemes: { bearer: { list: [] } } }],
    security: [{ bearer: [] }],
    defaultInputModes: MODES,
    defaultOutputModes: MODES,
    skills: skills.map(cardSkill),
  };
}

export type AgentCard = ReturnType<typeof agentCard>;

function cardSkill({ id, ...texts }: Skill) {
  const { name, description, tags, examples } = seenValue(texts);
  const seen = { name: seenOr(name, id), description: seenOr(description, seenOr(name, id)) };
  return { id, ...seen, tags: tags.length > 0 ? tags : [id], examples };
}

/** A text of a card, or another one where a person sees nothing in it: the protocol requires them. */
function seenOr(text: string, other: string): string {
  return text.trim() === '' ? other : text;
}

function generalSkill({ displayName }: Identity): Skill {
  return {
    id: 'tasks',
    name: 'Tasks',
    description: `Accepts tasks for ${displayName}.`,
    tags: ['general'],
    examples: [],
  };
}
