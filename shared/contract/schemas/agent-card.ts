import { z } from 'zod';

/** The public card of an agent, in the protocol's own words. Rule: A2A v1.0, a2a.proto (`AgentCard`). */
const interfaceSchema = z.strictObject({
  url: z.string(),
  protocolBinding: z.enum(['JSONRPC', 'HTTP+JSON']),
  protocolVersion: z.string(),
});

const cardSkillSchema = z.strictObject({
  id: z.string(),
  name: z.string(),
  description: z.string(),
  tags: z.array(z.string()).min(1),
  examples: z.array(z.string()),
});

const bearerSchema = z.strictObject({
  httpAuthSecurityScheme: z.strictObject({ description: z.string(), scheme: z.string(), bearerFormat: z.string() }),
});

export const agentCardSchema = z
  .strictObject({
    name: z.string(),
    description: z.string().min(1),
    supportedInterfaces: z.array(interfaceSchema).min(1),
    provider: z.strictObject({ organization: z.string(), url: z.string() }),
    version: z.string(),
    capabilities: z.strictObject({
      streaming: z.boolean(),
      pushNotifications: z.boolean(),
      extendedAgentCard: z.boolean(),
    }),
    securitySchemes: z.strictObject({ bearer: bearerSchema }),
    securityRequirements: z.array(
      z.strictObject({ schemes: z.strictObject({ bearer: z.strictObject({ list: z.array(z.string()) }) }) }),
    ),
    defaultInputModes: z.array(z.string()).min(1),
    defaultOutputModes: z.array(z.string()).min(1),
    skills: z.array(cardSkillSchema).min(1),
  })
  .meta({ id: 'AgentCard' });
