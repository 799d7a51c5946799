import { z } from 'zod';
import { described } from '#shared/domain/schema/described.ts';
import { jsonObjectSchema } from '#shared/domain/schema/json-object.ts';

/** The JSON-RPC binding of the A2A protocol. See: JSON-RPC 2.0; A2A v1.0, section 9. */
const idSchema = z
  .union([z.string(), z.int(), z.null()])
  .meta({ id: 'JsonRpcId', description: 'The id by which the caller matches replies to requests.' });

export const rpcRequestSchema = described(
  'JsonRpcRequest',
  'A request of JSON-RPC 2.0. Without `id` it is a notification, which has no reply.',
  z.object({
    jsonrpc: z.literal('2.0'),
    id: idSchema.optional(),
    method: z.string(),
    params: jsonObjectSchema.optional(),
  }),
  {
    jsonrpc: 'The version of JSON-RPC.',
    id: 'The caller’s id of the request.',
    method: 'A method of A2A v1.0, such as `SendMessage`, `GetTask` or `CancelTask`.',
    params: 'The request message of the method.',
  },
);

const rpcErrorSchema = described(
  'JsonRpcError',
  'What went wrong.',
  z.strictObject({ code: z.int(), message: z.string(), data: z.unknown().optional() }),
  {
    code: 'The code of JSON-RPC or of the A2A protocol.',
    message: 'A text for people.',
    data: 'A list of what is wrong with which field, or of the protocol’s reason. For a client of protocol 0.3, only the reason.',
  },
);

export const rpcReplySchema = described(
  'JsonRpcResponse',
  'A reply of JSON-RPC 2.0: either `result` or `error`.',
  z.strictObject({
    jsonrpc: z.literal('2.0'),
    id: idSchema,
    result: z.unknown().optional(),
    error: rpcErrorSchema.optional(),
  }),
  {
    jsonrpc: 'The version of JSON-RPC.',
    id: 'The id of the request; null if it could not be read.',
    result: 'The response message of the method.',
    error: null,
  },
);
