import { z } from 'zod';
import { isBase64 } from '#shared/domain/text/base64.ts';
import { MAX_HEADERS, MAX_RESPONSE_MESSAGES } from '#shared/domain/tunnel/tunnel-limits.ts';

/** The messages between the service and the client of a tunnel. See: docs/contract/tunnels.md#messages. */

const requestIdSchema = z.string().min(1).max(100);
const headersSchema = z.array(z.tuple([z.string(), z.string()])).max(MAX_HEADERS);
const bytesSchema = z
  .string()
  .refine(isBase64)
  .transform((text) => Buffer.from(text, 'base64'));

/** A message from a client about a request. Any other text except `ping` closes the connection. */
export const clientMessageSchema = z.discriminatedUnion('type', [
  /**
   * The head of a response. The body follows in `body` messages if `more` is set, or is in the bucket if `stored` is.
   */
  z.strictObject({
    type: z.literal('response'),
    id: requestIdSchema,
    status: z.int().min(200).max(599),
    headers: headersSchema,
    body: bytesSchema.optional(),
    more: z.boolean().optional(),
    stored: z.boolean().optional(),
  }),
  /** A piece of a response's body. `seq` counts from 1, because pieces may arrive out of order. */
  z.strictObject({
    type: z.literal('body'),
    id: requestIdSchema,
    seq: z.int().min(1).max(MAX_RESPONSE_MESSAGES),
    body: bytesSchema,
    more: z.boolean(),
  }),
  /** Asks for an address to upload a response body to. A size above the limit ends the request. */
  z.strictObject({ type: z.literal('upload'), id: requestIdSchema, size: z.int().min(0) }),
  /**
   * The server could not be reached, or its response cannot be sent: with `code`, because it is too large; with `seq`,
   * because it broke off at that piece.
   */
  z.strictObject({
    type: z.literal('error'),
    id: requestIdSchema,
    seq: z.int().min(1).max(MAX_RESPONSE_MESSAGES).optional(),
    code: z.literal('too_large').optional(),
    message: z.string().max(500).optional(),
  }),
]);

export type ClientMessage = z.output<typeof clientMessageSchema>;

/** Why the service closes a connection. */
export type ClosingReason =
  | 'superseded'
  | 'deleted'
  | 'key_revoked'
  | 'agent_suspended'
  | 'invalid_message'
  | 'too_much';

/** A message of the service. Bodies are base64. */
export type ServiceMessage =
  | { type: 'pong'; tunnel_id: string; public_url: string }
  | {
      type: 'request';
      id: string;
      method: string;
      /** Path and query below the public address, with a leading slash. */
      path: string;
      headers: readonly (readonly [string, string])[];
      body?: string;
      /** Whether `body` messages with the rest of the body follow. */
      more?: boolean;
      /** Where the body can be downloaded, for five minutes. */
      body_url?: string;
    }
  | { type: 'body'; id: string; seq: number; body: string; more: boolean }
  | { type: 'upload'; id: string; url: string; headers: Readonly<Record<string, string>> }
  /** The response is no longer needed. */
  | { type: 'cancel'; id: string }
  | { type: 'closing'; reason: ClosingReason };
