import { z } from 'zod';
import { described } from '#shared/domain/schema/described.ts';
import { jsonObjectSchema } from '#shared/domain/schema/json-object.ts';

/** Messages of the Model Context Protocol. See: MCP 2026-07-28, basic protocol; JSON-RPC 2.0. */
const idSchema = z
  .union([z.string(), z.int()])
  .meta({ id: 'McpRequestId', description: 'The id by which the client matches replies to requests.' });

export const mcpMessageSchema = described(
  'McpMessage',
  'A request of JSON-RPC 2.0. Without `id` it is a notification, which has no reply.',
  z.object({
    jsonrpc: z.literal('2.0'),
    id: idSchema.optional(),
    method: z.string(),
    params: jsonObjectSchema.optional(),
  }),
  {
    jsonrpc: 'The version of JSON-RPC.',
    id: 'The client’s id of the request.',
    method: 'A method of the protocol, such as `tools/list` or `tools/call`.',
    params: 'The parameters of the method.',
  },
);

const mcpErrorSchema = described(
  'McpError',
  'What went wrong.',
  z.strictObject({ code: z.int(), message: z.string(), data: z.unknown().optional() }),
  { code: 'The code of JSON-RPC or of the protocol.', message: 'A text for people.', data: 'More about the error.' },
);

export const mcpReplySchema = described(
  'McpReply',
  'A reply or a notification of JSON-RPC 2.0.',
  z.strictObject({
    jsonrpc: z.literal('2.0'),
    id: idSchema.nullable().optional(),
    result: z.unknown().optional(),
    error: mcpErrorSchema.optional(),
    method: z.string().optional(),
    params: jsonObjectSchema.optional(),
  }),
  {
    jsonrpc: 'The version of JSON-RPC.',
    id: 'The id of the request; null if it could not be read. Absent in a notification.',
    result: 'The result of the method.',
    error: null,
    method: 'The method of a notification, such as `notifications/progress`.',
    params: 'The parameters of a notification.',
  },
);

export const mcpQuery = z.strictObject({ toolsets: z.string().min(1).max(200).optional() });
