import fc from 'fast-check';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { FullMessage } from '#functions/http/mcp/results/mail-record.ts';
import { EVENTS } from '#functions/http/mcp/tools/events.ts';
import { waitForReply } from '#functions/http/mcp/tools/wait-for-reply.ts';
import { aMessage } from '../support/mail-records.ts';
import { SENT, type SlowConversation, slowConversation } from '../support/slow-conversation.ts';

const BOUND_MS = 50_000;
const LONGEST_SECONDS = 50;

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: Date.UTC(2026, 10, 26) }));
afterEach(() => void vi.useRealTimers());

const automated = (count: number) =>
  Array.from({ length: count }, (_, index) => aMessage({ is_automated: true }, index + 1));

/** The structured result of one call, and the milliseconds that it took by the clock of the test. */
async function waitOnce({ context }: SlowConversation, seconds: number, cursor?: string) {
  const begin = Date.now();
  const args = { message_id: SENT.id, timeout_seconds: seconds, cursor };
  const { structured } = await waitForReply(context(), args);
  const {
    message,
    held_back: heldBack = [],
    ...rest
  } = structured as {
    message?: { message_id: string };
    held_back?: { message_id: string }[];
    timed_out: boolean;
    next_cursor: string;
    note?: string;
  };
  return {
    ...rest,
    reply: message?.message_id,
    heldBack: heldBack.map((one) => one.message_id),
    ms: Date.now() - begin,
  };
}

test('A wait for a reply ends within 50 seconds whatever the service needs for a request and has received', async () => {
  const messages = fc
    .array(fc.constantFrom({ is_automated: true }, { folder: 'spam' as const }, {}), { maxLength: 60, size: 'max' })
    .map((all) => all.map((given: Partial<FullMessage>, index) => aMessage(given, index + 1)));
  await fc.assert(
    fc.asyncProperty(
      messages,
      fc.integer({ min: 0, max: 60_000 }),
      fc.integer({ min: 0, max: LONGEST_SECONDS }),
      async (received, requestMs, seconds) => {
        const begin = Date.now();
        const conversation = slowConversation(received, requestMs);
        const { ms } = await waitOnce(conversation, seconds).catch(() => ({ ms: Date.now() - begin }));
        expect(ms).toBeLessThan(BOUND_MS);
        const done = conversation.progress.map((one) => one.done);
        expect(done).toEqual([...new Set(done)].sort((one, other) => one - other));
        expect(conversation.progress.every((one) => one.total === seconds && one.done <= seconds)).toBe(true);
      },
    ),
  );
});

test('Waits for a reply name every message that they pass over once, 20 in a result, and then return the reply', async () => {
  const passed = automated(50);
  const reply = aMessage({}, 51);
  const conversation = slowConversation([...passed, reply], 100);
  const named: string[] = [];
  const counts: number[] = [];
  for (let cursor: string | undefined; ; ) {
    const result = await waitOnce(conversation, 0, cursor);
    named.push(...result.heldBack);
    counts.push(result.heldBack.length);
    expect(result.timed_out).toBe(false);
    cursor = result.next_cursor;
    if (result.reply === reply.id) break;
    expect(result.note).toContain('next_cursor');
  }
  expect(counts).toEqual([20, 20, 10]);
  expect(named).toEqual(passed.map(({ id }) => id));
});

test('A wait that the end of its call interrupts returns what it has passed over, with the cursor behind it', async () => {
  const passed = automated(15);
  const conversation = slowConversation(passed, 4000);
  const first = await waitOnce(conversation, LONGEST_SECONDS);
  expect(first.timed_out).toBe(true);
  expect(first.heldBack.length).toBeGreaterThan(0);
  const second = await waitOnce(conversation, LONGEST_SECONDS, first.next_cursor);
  const ids = passed.map(({ id }) => id);
  expect([...first.heldBack, ...second.heldBack]).toEqual(ids.slice(0, first.heldBack.length + second.heldBack.length));
  expect(second.heldBack.length).toBeGreaterThan(0);
});

test('A wait of 0 seconds looks at one page of messages, and takes no time to wait', async () => {
  const conversation = slowConversation(automated(15), 100);
  const result = await waitOnce(conversation, 0);
  expect(result).toMatchObject({ timed_out: true, note: expect.stringContaining('next_cursor') });
  expect(result.heldBack).toHaveLength(15);
  // The message that is answered, an event and the page behind it, and the message of each.
  expect(conversation.calls).toHaveLength(1 + 1 + 1 + 15);
  expect(conversation.progress).toEqual([]);
});

test('A wait sends its progress at its beginning and every ten seconds, also while it passes messages over', async () => {
  const idle = slowConversation([], 0);
  await waitOnce(idle, 45);
  expect(idle.progress.map(({ done }) => done)).toEqual([0, 10, 20, 30, 40]);
  const busy = slowConversation(automated(12), 1000);
  await waitOnce(busy, 45);
  expect(busy.progress.map(({ done }) => done)).toEqual([1, 15, 26, 37]);
});

test('A wait for an event ends within 50 seconds with its cursor, whatever the service needs for a request', async () => {
  for (const requestMs of [0, 900, 4000, 48_000]) {
    const begin = Date.now();
    const { context } = slowConversation([], requestMs);
    const args = {
      type: 'mail.received',
      timeout_seconds: LONGEST_SECONDS,
      cursor: '2026-11-26T00:00:00.000Z',
    } as const;
    const { structured } = await EVENTS.waitForEvent(context(), args);
    expect(structured).toMatchObject({ timed_out: true, next_cursor: args.cursor });
    expect(Date.now() - begin).toBeLessThan(BOUND_MS);
  }
});
