import { z } from 'zod';

/** Arguments that several tools share. The service validates their values, except where that would be too late. */

/** The longest wait of a tool. Clients time out after 60 seconds. */
const MAX_TOOL_WAIT_SECONDS = 50;
const DEFAULT_TOOL_WAIT_SECONDS = 45;

/** How many records a page of a tool may have. */
const MAX_TOOL_PAGE = 50;
const DEFAULT_TOOL_PAGE = 20;

export const id = (text: string) => z.string().min(1).describe(text);

export const limit = z.int().min(1).max(MAX_TOOL_PAGE).default(DEFAULT_TOOL_PAGE);

export const cursor = z.string().min(1).optional().describe('The previous `next_cursor`.');

export const timeout = z.int().min(0).max(MAX_TOOL_WAIT_SECONDS).default(DEFAULT_TOOL_WAIT_SECONDS);

const addresses = (text: string) => z.array(z.string().min(1)).max(50).optional().describe(text);

const attachment = z
  .strictObject({
    filename: z.string().optional(),
    content_type: z.string().optional(),
    content_base64: z.string().optional(),
    message_id: z.string().optional(),
    attachment_id: z.string().optional(),
  })
  .describe(
    'A new file (filename, content_type, content_base64), or one from an earlier message (message_id, attachment_id).',
  );

export type AttachmentArgument = z.output<typeof attachment>;

/** The arguments that a new message and a reply share. */
export const outgoing = {
  cc: addresses('Copies.'),
  bcc: addresses('Blind copies.'),
  text: z.string().optional().describe('Plain text. Give text, html or both.'),
  html: z.string().optional(),
  automated: z.boolean().optional().describe('True for a notice that no one is meant to answer.'),
  attachments: z.array(attachment).max(50).optional().describe('At most 3.5 MB in total.'),
};

export const recipients = addresses;

const idempotencyKey = z
  .string()
  .regex(/^[\x20-\x7e]{1,200}$/)
  .optional();

/** The argument that makes several calls count as one. */
export const keyed = {
  idempotency_key: idempotencyKey.describe('Your own id for this action: calls with the same id count once.'),
};

/** The arguments that distinguish a new call that sends or creates something from a retry. */
export const once = {
  idempotency_key: idempotencyKey.describe('Your own id for this action, which then happens once.'),
  send_again: z.boolean().optional().describe('Repeats it on purpose.'),
};
