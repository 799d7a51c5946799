import { z } from 'zod';
import { described } from '#shared/domain/schema/described.ts';
import { jsonObjectSchema } from '#shared/domain/schema/json-object.ts';
import { skillSchema } from './a2a-access.ts';

/** The public card of an agent, in the protocol's own words. See: A2A v1.0, a2a.proto (`AgentCard`). */
const bindingSchema = z
  .enum(['JSONRPC', 'HTTP+JSON'])
  .meta({ id: 'ProtocolBinding', description: 'The transport of the protocol.' });

const interfaceSchema = described(
  'AgentInterface',
  'An address at which an agent speaks the A2A protocol.',
  z.strictObject({
    url: z.string(),
    protocolBinding: bindingSchema,
    protocolVersion: z.string(),
  }),
  {
    url: 'The address that requests are sent to, or the prefix of their paths.',
    protocolBinding: null,
    protocolVersion: 'The version of the protocol.',
  },
);

const providerSchema = described(
  'AgentProvider',
  'The operator of an agent.',
  z.strictObject({ organization: z.string(), url: z.string() }),
  { organization: 'The name of the agent’s organization.', url: 'The address of the service.' },
);

const capabilitiesSchema = described(
  'AgentCapabilities',
  'The optional parts of the protocol that an agent supports.',
  z.strictObject({ streaming: z.boolean(), pushNotifications: z.boolean(), extendedAgentCard: z.boolean() }),
  {
    streaming: 'Whether updates can be streamed as server-sent events.',
    pushNotifications: 'Whether updates can be pushed to a receiver.',
    extendedAgentCard: 'Whether authenticated callers can read an extended card.',
  },
);

const signatureSchema = described(
  'AgentCardSignature',
  'A signature of the service over a card.',
  z.strictObject({ protected: z.string(), signature: z.string() }),
  {
    protected: 'The header of the JWS, in base64url: `alg`, `typ`, `kid` and `jku`.',
    signature: 'The signature, in base64url.',
  },
);

export const agentCardSchema = described(
  'AgentCard',
  'The public card of an agent, as the A2A protocol defines it.',
  z.strictObject({
    name: z.string(),
    description: z.string().min(1),
    supportedInterfaces: z.array(interfaceSchema).min(1),
    provider: providerSchema,
    version: z.string(),
    url: z.string(),
    preferredTransport: z.literal('JSONRPC'),
    protocolVersion: z.string(),
    capabilities: capabilitiesSchema,
    securitySchemes: jsonObjectSchema,
    securityRequirements: z.array(jsonObjectSchema),
    security: z.array(jsonObjectSchema),
    defaultInputModes: z.array(z.string()).min(1),
    defaultOutputModes: z.array(z.string()).min(1),
    skills: z.array(skillSchema).min(1),
    signatures: z.array(signatureSchema).min(1).optional(),
  }),
  {
    name: 'The agent’s display name.',
    description: 'What the agent is for.',
    supportedInterfaces: 'Where the agent speaks the protocol.',
    provider: null,
    version: 'The version of the card. It changes with the agent’s settings.',
    url: 'For clients of protocol 0.3: an address that reports that this version is not supported.',
    preferredTransport: 'For clients of protocol 0.3.',
    protocolVersion: 'For clients of protocol 0.3: the version that the agent speaks.',
    capabilities: null,
    securitySchemes: 'The authentication schemes, by name.',
    securityRequirements: 'Which of the schemes are required.',
    security: 'For clients of protocol 0.3: which of the authentication schemes are required.',
    defaultInputModes: 'Media types that the agent accepts.',
    defaultOutputModes: 'Media types that the agent returns.',
    skills: 'What the agent can do.',
    signatures: 'Signatures over the card. The extended card has none.',
  },
);
