import { createTransport, type SendMailOptions } from 'nodemailer';
import { expect } from 'vitest';
import { sharedStack } from '#testing/fixture.ts';
import { countTokens } from './count-tokens.ts';
import { type McpClient, type ToolReply, textOf } from './mcp-clients.ts';
import { expectBounds } from './read-result.ts';

/** The most that either form of a result may take of a model's context. See: docs/contract/mcp.md#results. */
const MAX_TOKENS = 10_000;

/** Sends emails over a few connections at once, each in its own transaction. */
export async function sendEmails(emails: readonly SendMailOptions[]): Promise<void> {
  const port = sharedStack().smtpPort;
  const pool = { pool: true, maxConnections: 6, maxMessages: Number.POSITIVE_INFINITY } as const;
  const transport = createTransport({ ...pool, host: '127.0.0.1', port, secure: false, ignoreTLS: true });
  try {
    await Promise.all(emails.map((email) => transport.sendMail({ from: 'Ada <ada@sender.example>', ...email })));
  } finally {
    transport.close();
  }
}

/** What a client got of a tool, as its result was made. */
export const resultOf = (reply: ToolReply) => ({ structured: reply.structuredContent, text: textOf(reply) });

export type BoundedCall = (name: string, args?: Record<string, unknown>) => Promise<ToolReply>;

/** Calls tools, and checks of each result that it is a success, short, and that no text in it has left its block. */
export function boundedCall(client: McpClient): BoundedCall {
  return async (name, args) => {
    const reply = await client.call(name, args);
    expect(reply.isError, `${name}: ${textOf(reply)}`).toBeFalsy();
    for (const form of [JSON.stringify(reply.structuredContent), textOf(reply)]) {
      // A token has a byte at least.
      if (Buffer.byteLength(form) > MAX_TOKENS) expect(countTokens(form), name).toBeLessThanOrEqual(MAX_TOKENS);
    }
    expectBounds(resultOf(reply));
    return reply;
  };
}

/** Every page of a tool, from the first to the one that has no cursor or offset for the next. */
export async function everyPage(read: (next: Record<string, unknown>) => Promise<ToolReply>): Promise<ToolReply[]> {
  const pages: ToolReply[] = [];
  for (let next: Record<string, unknown> = {}; ; ) {
    const page = await read(next);
    pages.push(page);
    const { next_cursor: cursor, next_offset: offset } = page.structuredContent;
    if (cursor === undefined && offset === undefined) return pages;
    next = cursor === undefined ? { offset } : { cursor };
  }
}
