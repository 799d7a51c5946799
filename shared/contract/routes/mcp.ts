import { explained } from '#shared/domain/schema/described.ts';
import { route } from '../route.ts';
import { mcpMessageSchema, mcpQuery, mcpReplySchema } from '../schemas/mcp.ts';

/**
 * The Model Context Protocol over streamable HTTP, stateless. Calls that send mail carry attachments, so bodies may be
 * as large as those of mail.
 *
 * See: docs/contract/mcp.md; MCP 2026-07-28, transports.
 */
export const callMcp = route({
  name: 'callMcp',
  group: 'mcp',
  method: 'POST',
  refusedMethods: ['GET', 'DELETE'],
  webPages: true,
  isResource: true,
  path: '/v1/mcp',
  auth: 'any-key',
  // Each tool calls operations with the credential of its caller, and they decide.
  role: 'viewer',
  summary: 'The Model Context Protocol: an agent’s tools. A reply may be a stream of server-sent events.',
  query: explained(mcpQuery, {
    toolsets: 'More tools, with commas between them: `vault` for secrets, `identity` for identity tokens.',
  }),
  body: mcpMessageSchema,
  carriesMail: true,
  status: 200,
  reply: mcpReplySchema,
  events: mcpReplySchema,
  errors: ['validation.failed', 'auth.forbidden'],
  idempotent: false,
  streamed: true,
  protocol: 'mcp',
});
