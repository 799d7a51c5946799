import { route } from '../route.ts';
import { agentCardSchema } from '../schemas/agent-card.ts';
import { idParams } from '../schemas/common.ts';

/**
 * Clients look for the card below the address that they are given, which is that of the agent or its JSON-RPC endpoint.
 * Caches may keep a card for five minutes, so a change of settings is visible to everyone after that time. With the
 * directory, cards are the only reads that cross organizations, deliberately public.
 *
 * The function of tokens serves cards, because it signs them and no other function can.
 *
 * See: docs/contract/README.md; docs/decisions/0084-signed-agent-cards.md.
 */
const card = {
  group: 'tokens',
  chapter: 'a2a',
  auth: 'none',
  method: 'GET',
  params: idParams,
  status: 200,
  reply: agentCardSchema,
  cacheSeconds: 300,
} as const;

export const getAgentCard = route({
  ...card,
  name: 'getAgentCard',
  path: '/v1/identities/{id}/a2a/agent-card.json',
  summary: 'The public A2A card of an agent.',
});

export const getWellKnownCard = route({
  ...card,
  name: 'getWellKnownCard',
  path: '/v1/identities/{id}/a2a/.well-known/agent-card.json',
  summary: 'The card at the place where clients of the agent’s A2A address look for it.',
});

export const getRpcWellKnownCard = route({
  ...card,
  name: 'getRpcWellKnownCard',
  path: '/v1/identities/{id}/a2a/rpc/.well-known/agent-card.json',
  summary: 'The card at the place where clients of the JSON-RPC address look for it.',
});
