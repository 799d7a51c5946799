import type { Client } from '../generated/resources.ts';
import type { FullMessage } from '../generated/types.ts';
import type { CallOptions, OfIdentity } from '../options.ts';
import { untilDone } from './backoff.ts';

/** Why a message does not count as a reply: it is spam, automated, or refused by `accept`. */
export type HeldBackReason = 'spam' | 'automated' | 'not_accepted' | (string & {});

/** A message in the thread that was not returned. */
export interface HeldBack {
  readonly id: string;
  readonly reason: HeldBackReason;
}

/** The reply, or null after the timeout. */
export interface Reply {
  readonly message: FullMessage | null;
  readonly heldBack: readonly HeldBack[];
}

export interface WaitForReplyOptions extends OfIdentity {
  /** How long to wait at most, in milliseconds. Five minutes by default; 0 checks once. */
  readonly timeoutMs?: number;
  /**
   * Reasons to ignore, such as `['automated']`, or a function that alone decides which message is the reply. It gets
   * the reason to skip the message, or null.
   */
  readonly accept?:
    | readonly HeldBackReason[]
    | ((message: FullMessage, reason: HeldBackReason | null) => boolean | Promise<boolean>);
  readonly signal?: AbortSignal | undefined;
}

/** A thread, a message, or the result of sending one. */
export type Conversation = string | { readonly id: string; readonly created_at?: string; readonly thread_id?: string };

const TIMEOUT_MS = 300_000;
const WAIT_MS = 25_000;
/** The timestamps of messages and events come from different clocks. */
const CLOCK_TOLERANCE_MS = 60_000;

/**
 * Waits for the reply to a message or in a thread. The reply may have arrived already. Spam and automatic replies are
 * skipped, and listed in `heldBack`. A message from an unverified sender is returned: check its `auth` and
 * `content_warnings`. While the service cannot be reached, it retries, and rejects with the last error after the
 * timeout.
 *
 * See: docs/decisions/0053-loops-of-the-sdks.md#mailwaitforreply.
 */
export async function waitForReply(
  client: Client,
  conversation: Conversation,
  { timeoutMs = TIMEOUT_MS, accept = [], identityId, signal }: WaitForReplyOptions = {},
): Promise<Reply> {
  // With a timeout, this loop makes all the attempts itself, so that none starts after the end.
  const options = { identityId, signal, maxRetries: timeoutMs > 0 ? 0 : undefined };
  const until = Date.now() + timeoutMs;
  const { threadId, after } = await startOf(client, conversation, options, until);
  const heldBack: HeldBack[] = [];
  let since = new Date(Date.parse(after) - CLOCK_TOLERANCE_MS).toISOString();
  for (;;) {
    const left = Math.max(0, Math.min(WAIT_MS, until - Date.now()));
    const filter = { type: 'mail.received', thread_id: threadId, since, timeout_ms: left };
    const { event } = await untilDone(() => client.events.wait(filter, options), signal, until);
    if (event === null) {
      if (left === 0) return { message: null, heldBack };
      continue;
    }
    since = event.created_at;
    const id = event.aggregate_id ?? '';
    const agent = { ...options, identityId: event.identity_id ?? identityId };
    const message = await untilDone(() => client.mail.messages.get(id, agent), signal, until);
    if (message.created_at <= after) continue;
    const reason = message.folder === 'spam' ? 'spam' : message.is_automated ? 'automated' : null;
    const isAccepted =
      typeof accept === 'function' ? await accept(message, reason) : reason === null || accept.includes(reason);
    if (isAccepted) return { message, heldBack };
    heldBack.push({ id: message.id, reason: reason ?? 'not_accepted' });
  }
}

/** The thread, and the time after which a message is a reply. */
async function startOf(
  client: Client,
  conversation: Conversation,
  options: OfIdentity & CallOptions,
  until: number,
): Promise<{ threadId: string; after: string }> {
  const given = typeof conversation === 'string' ? { id: conversation } : conversation;
  if (given.id.startsWith('thr_')) {
    const { messages } = await untilDone(() => client.mail.threads.get(given.id, {}, options), options.signal, until);
    const start = messages.findLast(({ direction }) => direction === 'outbound') ?? messages.at(-1);
    return { threadId: given.id, after: start?.created_at ?? new Date().toISOString() };
  }
  const { thread_id: threadId, created_at: after } =
    given.thread_id === undefined || given.created_at === undefined
      ? await untilDone(() => client.mail.messages.get(given.id, options), options.signal, until)
      : given;
  return { threadId: threadId as string, after: after as string };
}
