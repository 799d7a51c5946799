import { invalid } from '#shared/domain/errors/errors.ts';
import { requireIdentity } from '../caller.ts';
import { reasonToKeepOut } from '../kept-out.ts';
import { eventsBefore, MAX_HELD_BACK, MailSearch, type SearchStart, timesIn } from '../mail-search.ts';
import { tokensOfRecord } from '../results/fit.ts';
import { messageResult } from '../results/message.ts';
import { toolResult } from '../results/tool-result.ts';
import type { ToolContext, ToolRunner } from '../tool-context.ts';
import { waitInSteps } from '../wait-in-steps.ts';

const NOTES = {
  none: 'No reply yet. Call again with next_cursor.',
  full: `No reply among these ${MAX_HELD_BACK}. There may be more: call again with next_cursor.`,
} as const;

/**
 * Waits for the reply to a message, or in a conversation, which may have come already. What is kept from models and
 * automatic replies are passed over and named, at most 20 in one result, and its cursor is then behind the last of
 * them. A message of an unverified sender is a reply, and its result says so.
 */
export const waitForReply: ToolRunner<'waitForReply'> = async (context, args) => {
  const { api, caller } = context;
  const id = requireIdentity(caller);
  const search = new MailSearch(
    api,
    id,
    await startOf(context, id, args),
    (message) => reasonToKeepOut(message) ?? (message.is_automated ? 'automated' : undefined),
  );
  const found = await waitInSteps(context, args.timeout_seconds, (timeoutMs) => search.next(timeoutMs));
  const rest = search.progress(found);
  const message = found?.message ?? null;
  if (message === null) return toolResult({ ...rest, note: found === undefined ? NOTES.none : NOTES.full });
  const includeHidden = args.include_hidden;
  const shown = messageResult(message, { includeHidden, reservedTokens: tokensOfRecord(rest) });
  const { structured, text } = toolResult(rest);
  return { structured: { message: shown.structured, ...structured }, text: `${shown.text}\n\n${text}` };
};

type Named = Parameters<typeof waitForReply>[1];

async function startOf(
  { api }: ToolContext,
  id: string,
  { message_id: mid, thread_id: tid, cursor }: Named,
): Promise<SearchStart> {
  if ((mid === undefined) === (tid === undefined))
    throw invalid('message_id', 'exactly one of message_id and thread_id');
  const times = timesIn(cursor);
  if (tid !== undefined) {
    if (times !== undefined) return { threadId: tid, ...times };
    const { messages } = await api.call('getThread', { params: { id, tid } });
    const start = messages.findLast(({ direction }) => direction === 'outbound') ?? messages.at(-1);
    return begin(tid, start?.created_at ?? new Date(0).toISOString());
  }
  const message = await api.call('getMessage', { params: { id, mid: mid ?? '' } });
  const start = begin(message.thread_id, message.created_at);
  return { ...start, since: times?.since ?? start.since };
}

function begin(threadId: string, after: string): SearchStart {
  return { threadId, after, since: eventsBefore(after) };
}
