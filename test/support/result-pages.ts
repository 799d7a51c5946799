import { expect } from 'vitest';
import { type MessageOptions, messageResult } from '#functions/http/mcp/results/message.ts';
import { messagesResult } from '#functions/http/mcp/results/messages.ts';
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

/** Every message of a list, page after page. The list continues before a time, as that of the service. */
export function listed(messages: Parameters<typeof messagesResult>[0]['messages']): unknown[] {
  const found: unknown[] = [];
  for (let rest = messages; ; ) {
    const result = messagesResult({
      messages: rest.slice(0, 20),
      nextCursor: rest.length > 20 ? rest[19]?.created_at : undefined,
    });
    expectBounds(result);
    const items = (result.structured.messages ?? []) as { message_id: string }[];
    found.push(...items.map(({ message_id }) => message_id));
    const cursor = result.structured.next_cursor;
    if (cursor === undefined) return found;
    rest = rest.filter(({ created_at }) => created_at < String(cursor));
  }
}
