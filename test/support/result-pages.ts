import { expect } from 'vitest';
import { type MessageOptions, messageResult } from '#functions/http/mcp/results/message.ts';
import { messagesResult } from '#functions/http/mcp/results/messages.ts';
import type { ToolResult } from '#functions/http/mcp/results/result-record.ts';
import type { FullThread } from '#functions/http/mcp/results/thread.ts';
import { expectBounds, readResult } from './read-result.ts';

/** A thread of some messages. */
export const aThread = (messages: FullThread['messages'], given: Partial<FullThread> = {}): FullThread => ({
  id: 'thr_01KB2Z7QX40000000000000000',
  identity_id: 'agt_1',
  subject: 'Where is my order?',
  message_count: messages.length,
  last_message_at: '2026-11-25T00:00:00.000Z',
  content_warnings: [],
  labels: [],
  joined: [],
  created_at: '2026-11-25T00:00:00.000Z',
  updated_at: '2026-11-25T00:00:00.000Z',
  messages,
  ...given,
});

/** The text of a message, page after page. */
export function pagesOf(message: Parameters<typeof messageResult>[0], options: MessageOptions = {}): string[] {
  const pages: string[] = [];
  for (let offset: unknown = 0; offset !== undefined; ) {
    const result = messageResult(message, { ...options, offset: Number(offset) });
    expectBounds(result);
    const next = result.structured.next_offset;
    if (next !== undefined) expect(next).toBeGreaterThan(Number(offset));
    pages.push(
      message.direction === 'outbound'
        ? String(result.structured.text ?? '')
        : (readResult(result).blocks[1]?.[0] ?? ''),
    );
    offset = next;
  }
  return pages;
}

type Messages = Parameters<typeof messagesResult>[0]['messages'];

/** The pages of a list, with at most `limit` messages each. It continues before a time, as that of the service. */
export function listPages(messages: Messages, limit: number): ToolResult[] {
  const pages: ToolResult[] = [];
  for (let rest = messages; ; ) {
    const nextCursor = rest.length > limit ? rest[limit - 1]?.created_at : undefined;
    const result = messagesResult({ messages: rest.slice(0, limit), nextCursor });
    pages.push(result);
    const cursor = result.structured.next_cursor;
    if (cursor === undefined) return pages;
    rest = rest.filter(({ created_at }) => created_at < String(cursor));
  }
}

/** Every message of a list, page after page. */
export function listed(messages: Messages): unknown[] {
  return listPages(messages, 20).flatMap((result) => {
    expectBounds(result);
    return ((result.structured.messages ?? []) as { message_id: string }[]).map(({ message_id }) => message_id);
  });
}
