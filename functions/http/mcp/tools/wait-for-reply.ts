import { invalid } from '#shared/domain/errors.ts';
import { requireIdentity } from '../caller.ts';
import { tokensOfRecord } from '../results/fit.ts';
import { messageResult } from '../results/message.ts';
import { toolResult } from '../results/tool-result.ts';
import type { ToolContext, ToolRunner } from '../tool-context.ts';
import { waitInSteps } from '../wait-in-steps.ts';

/** Messages and events get their times from different clocks. */
const CLOCK_TOLERANCE_MS = 60_000;

/** How many passed over messages a result names, the first ones of many. */
const MAX_HELD_BACK = 20;

/** A message that arrived in the conversation and is no reply. */
interface HeldBack {
  readonly message_id: string;
  readonly reason: 'spam' | 'automated';
}

/**
 * Waits for the reply to a message, or in a conversation, which may have come already. Spam and automatic replies are
 * passed over and named. A message of an unverified sender is a reply, and its result says so.
 *
 * The cursor names the time of the event to continue after and, behind a `/`, of the message that is answered.
 */
export const waitForReply: ToolRunner<'waitForReply'> = async (context, args) => {
  const { api, caller } = context;
  const id = requireIdentity(caller);
  const { threadId, after, since: begin } = await startOf(context, id, args);
  const heldBack: HeldBack[] = [];
  let since = begin;
  const found = await waitInSteps(context, args.timeout_seconds, async (timeoutMs) => {
    const query = { type: 'mail.received', identity_id: id, thread_id: threadId, since, timeout_ms: timeoutMs };
    const { event } = await api.call('waitForEvent', { query });
    if (event === null) return undefined;
    since = event.created_at;
    const message = await api.call('getMessage', { params: { id, mid: event.aggregate_id ?? '' } });
    if (message.created_at <= after) return 'continue';
    const reason = message.folder === 'spam' ? 'spam' : message.is_automated ? 'automated' : undefined;
    if (reason === undefined) return { message };
    heldBack.push({ message_id: message.id, reason });
    return 'continue';
  });
  const rest = {
    held_back: heldBack.slice(0, MAX_HELD_BACK).map((one) => ({ ...one })),
    timed_out: found === undefined,
    next_cursor: `${since}/${after}`,
  };
  if (found === undefined) return toolResult({ ...rest, note: 'No reply yet. Call again with next_cursor.' });
  const shown = messageResult(found.message, { reservedTokens: tokensOfRecord(rest) });
  const { structured, text } = toolResult(rest);
  return { structured: { message: shown.structured, ...structured }, text: `${shown.text}\n\n${text}` };
};

interface Start {
  readonly threadId: string;
  /** The time of the message that is answered. */
  readonly after: string;
  /** The time of the event to continue after. */
  readonly since: string;
}

type Named = Parameters<typeof waitForReply>[1];

async function startOf(
  { api }: ToolContext,
  id: string,
  { message_id: mid, thread_id: tid, cursor }: Named,
): Promise<Start> {
  if ((mid === undefined) === (tid === undefined))
    throw invalid('message_id', 'exactly one of message_id and thread_id');
  const [since, answered] = cursor?.split('/') ?? [];
  if (cursor !== undefined && (since === undefined || answered === undefined)) throw invalid('cursor', 'next_cursor');
  if (tid !== undefined) {
    if (since !== undefined && answered !== undefined) return { threadId: tid, after: answered, since };
    const { messages } = await api.call('getThread', { params: { id, tid } });
    const start = messages.findLast(({ direction }) => direction === 'outbound') ?? messages.at(-1);
    return begin(tid, start?.created_at ?? new Date(0).toISOString());
  }
  const message = await api.call('getMessage', { params: { id, mid: mid ?? '' } });
  const start = begin(message.thread_id, message.created_at);
  return { ...start, since: since ?? start.since };
}

function begin(threadId: string, after: string): Start {
  const since = new Date(Math.max(0, Date.parse(after) - CLOCK_TOLERANCE_MS)).toISOString();
  return { threadId, after, since };
}
