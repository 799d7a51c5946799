import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Aid, ConnectionError, type Conversation } from '#clients/typescript/src/index.ts';
import { FakeService } from '#clients/typescript/src/testing.ts';

const SENT_AT = '2026-01-01T00:00:00.000Z';
const REPLIED_AT = '2026-01-01T00:00:01.000Z';
const SENT = { id: 'msg_1', thread_id: 'thr_1', created_at: SENT_AT };
const TIMEOUT_MS = 10_000;

/** A message by its id, a thread, and what `send` returned, for which nothing has to be read first. */
const CONVERSATIONS: readonly { readonly kind: string; readonly conversation: Conversation }[] = [
  { kind: 'the id of a message', conversation: 'msg_1' },
  { kind: 'the id of a thread', conversation: 'thr_1' },
  { kind: 'a message that was sent', conversation: SENT },
];

beforeEach(() => {
  vi.useFakeTimers({ now: Date.parse(SENT_AT) });
});

afterEach(() => {
  vi.useRealTimers();
});

/** A client with first attempts that reach nothing, all by default, and when each attempt was made. */
function unreachable(attemptsLost = Number.POSITIVE_INFINITY) {
  const reply = { id: 'msg_2', thread_id: 'thr_1', created_at: REPLIED_AT, folder: 'inbox', is_automated: false };
  const service = new FakeService({
    'mail.messages.get': ({ ids }: { ids: readonly string[] }) => (ids.at(-1) === 'msg_2' ? reply : SENT),
    'mail.threads.get': { id: 'thr_1', messages: [{ ...SENT, direction: 'outbound' }] },
    'events.wait': { event: { id: 'evt_1', aggregate_id: 'msg_2', created_at: REPLIED_AT } },
  });
  const attempts: number[] = [];
  const fetch: typeof globalThis.fetch = async (...request) => {
    attempts.push(Date.now() - Date.parse(SENT_AT));
    if (attempts.length <= attemptsLost) throw new TypeError('fetch failed');
    return service.fetch(...request);
  };
  return { aid: new Aid({ key: 'aid_agt_test', url: 'http://aid.test', fetch }), attempts };
}

test.each(CONVERSATIONS)('Without a network, a wait for the reply to $kind ends at its time', async (given) => {
  const { aid, attempts } = unreachable();
  const failure = aid.mail.waitForReply(given.conversation, { timeoutMs: TIMEOUT_MS }).catch((error: unknown) => error);
  await vi.advanceTimersByTimeAsync(TIMEOUT_MS);
  expect(await failure).toBeInstanceOf(ConnectionError);
  // The pauses are random, but the last attempt is made when the time is over, and none after it.
  expect(attempts.length).toBeGreaterThan(2);
  expect(attempts.at(-1)).toBe(TIMEOUT_MS);
  await vi.advanceTimersByTimeAsync(600_000);
  expect(attempts.at(-1)).toBe(TIMEOUT_MS);
});

test.each(CONVERSATIONS)('A wait for the reply to $kind outlasts a network that fails for a time', async (given) => {
  const { aid } = unreachable(2);
  const found = aid.mail.waitForReply(given.conversation, { timeoutMs: TIMEOUT_MS });
  await vi.advanceTimersByTimeAsync(TIMEOUT_MS);
  expect(await found).toMatchObject({ message: { id: 'msg_2' }, heldBack: [] });
});

test.each(CONVERSATIONS)(
  'Without a time to wait, the retries of a call are those of any other, for $kind',
  async (given) => {
    const { aid, attempts } = unreachable();
    const failure = aid.mail.waitForReply(given.conversation, { timeoutMs: 0 }).catch((error: unknown) => error);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(await failure).toBeInstanceOf(ConnectionError);
    expect(attempts).toHaveLength(5);
  },
);
