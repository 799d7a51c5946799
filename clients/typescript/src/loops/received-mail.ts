import type { Client } from '../generated/resources.ts';
import type { FullMessage } from '../generated/types.ts';
import { requireTimeout } from '../mistakes.ts';
import type { OfIdentity } from '../options.ts';
import { untilDone } from './backoff.ts';

/** Why a message is passed over. */
export type HeldBackReason =
  | 'spam'
  | 'blocked'
  | 'automated'
  | 'other_sender'
  | 'no_code'
  | 'not_accepted'
  | (string & {});

/** A message that was not returned. */
export interface HeldBack {
  readonly id: string;
  readonly reason: HeldBackReason;
}

/**
 * Reasons to ignore, such as `['spam']`, or a function that alone decides which message is returned. It gets the reason
 * to skip the message, or null.
 */
type Accept =
  | readonly HeldBackReason[]
  | ((message: FullMessage, reason: HeldBackReason | null) => boolean | Promise<boolean>);

/** How long a wait for mail lasts, and what it passes over. */
export interface MailWaitOptions extends OfIdentity {
  /** How long to wait at most, in milliseconds. Five minutes by default; 0 checks once. */
  readonly timeoutMs?: number;
  /** What to return although it would be skipped. */
  readonly accept?: Accept | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** Where a wait begins. */
export interface MailPlace {
  /** Only messages of this conversation; of all by default. */
  readonly threadId?: string;
  /** Only messages later than this `created_at`. */
  readonly after: string;
}

/** The message, or null after the timeout. */
export interface FoundMail {
  readonly message: FullMessage | null;
  readonly heldBack: readonly HeldBack[];
}

const TIMEOUT_MS = 300_000;
const WAIT_MS = 25_000;
/** The timestamps of messages and events come from different clocks. */
const CLOCK_TOLERANCE_MS = 60_000;

/**
 * Waits for the first received message that `reasonToSkip` has no reason against, oldest first. While the service
 * cannot be reached, it retries, and rejects with the last error after the timeout. `begin` finds the place.
 *
 * See: docs/decisions/0053-loops-of-the-sdks.md#mailwaitforreply.
 */
export async function waitForMail(
  client: Client,
  { timeoutMs = TIMEOUT_MS, accept = [], identityId, signal }: MailWaitOptions,
  begin: (options: ReadOptions, until: number) => MailPlace | Promise<MailPlace>,
  reasonToSkip: (message: FullMessage) => HeldBackReason | null,
): Promise<FoundMail> {
  requireTimeout(timeoutMs, 0);
  // With a timeout, this loop makes all the attempts itself, so that none starts after the end.
  const options = { identityId, signal, maxRetries: timeoutMs > 0 ? 0 : undefined };
  const until = Date.now() + timeoutMs;
  const { threadId, after } = await begin(options, until);
  const heldBack: HeldBack[] = [];
  let since = new Date(Date.parse(after) - CLOCK_TOLERANCE_MS).toISOString();
  for (;;) {
    const left = Math.max(0, Math.min(WAIT_MS, until - Date.now()));
    const ofThread = threadId === undefined ? {} : { thread_id: threadId };
    const filter = { type: 'mail.received', ...ofThread, since, timeout_ms: left };
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
    const reason = reasonToSkip(message);
    const isAccepted =
      typeof accept === 'function' ? await accept(message, reason) : reason === null || accept.includes(reason);
    if (isAccepted) return { message, heldBack };
    heldBack.push({ id: message.id, reason: reason ?? 'not_accepted' });
  }
}

/** The options of the requests of a wait. */
export interface ReadOptions extends OfIdentity {
  readonly signal: AbortSignal | undefined;
  readonly maxRetries: number | undefined;
}
