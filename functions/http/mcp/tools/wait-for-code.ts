import { expectedSender, isFromExpected } from '#shared/domain/codes/expected-sender.ts';
import { invalid } from '#shared/domain/errors/errors.ts';
import { requireIdentity } from '../caller.ts';
import { reasonToKeepOut } from '../kept-out.ts';
import {
  eventsBefore,
  MAX_HELD_BACK,
  MailSearch,
  type PassOverReason,
  type SearchStart,
  timesIn,
} from '../mail-search.ts';
import { codeFields, confirmingLink } from '../results/code.ts';
import type { FullMessage } from '../results/mail-record.ts';
import { toolResult } from '../results/tool-result.ts';
import type { ToolContext, ToolRunner } from '../tool-context.ts';
import { waitInSteps } from '../wait-in-steps.ts';

/** How far a wait without a time looks back: the email may arrive before the call that waits for it. */
const LOOK_BACK_MS = 120_000;

const NOTES = {
  none: 'No code yet. Call again with next_cursor.',
  full: `No code among these ${MAX_HELD_BACK}. There may be more: call again with next_cursor.`,
  uncertain: 'Codes are found only where they are certain: get_message reads an email with the reason no_code.',
  link: 'The email has a confirming link and no code.',
} as const;

type Asked = Parameters<ToolRunner<'waitForCode'>>[1];

/**
 * Waits for an email with a one-time code or a confirming link, which may have come already. What is kept from models,
 * other senders and emails with neither are passed over and named, at most 20 in one result, and its cursor is then
 * behind the last of them. A message of an unverified sender counts, and its result says so.
 */
export const waitForCode: ToolRunner<'waitForCode'> = async (context, args) => {
  const { api, caller } = context;
  const id = requireIdentity(caller);
  const search = new MailSearch(api, id, startOf(context, args), reasonAgainst(args));
  const found = await waitInSteps(context, args.timeout_seconds, (timeoutMs) => search.next(timeoutMs));
  const message = found?.message ?? null;
  const rest = search.progress(found);
  if (message !== null) {
    const { code, ...about } = codeFields(message);
    return toolResult({ code, ...about, ...rest, note: code === undefined ? NOTES.link : '' });
  }
  const isUncertain = search.heldBack.some(({ reason }) => reason === 'no_code');
  const notes = [found === undefined ? NOTES.none : NOTES.full, ...(isUncertain ? [NOTES.uncertain] : [])];
  return toolResult({ ...rest, note: notes.join(' ') });
};

function startOf({ now }: ToolContext, { since: given, cursor }: Asked): SearchStart {
  const times = timesIn(cursor);
  if (times !== undefined) return times;
  const time = given === undefined ? now - LOOK_BACK_MS : Date.parse(given);
  if (Number.isNaN(time)) throw invalid('since', 'a time (RFC 3339)');
  const after = new Date(time).toISOString();
  return { after, since: eventsBefore(after) };
}

/** Why a message is no result, in the order in which SDKs say it. */
function reasonAgainst({ from, codes_only: codesOnly = false }: Asked) {
  const sender = from === undefined ? undefined : expectedSender(from);
  if (from !== undefined && sender === undefined) throw invalid('from', 'an address or a domain');
  return (message: FullMessage): PassOverReason | undefined => {
    if (sender !== undefined && !isFromExpected(message.from, sender)) return 'other_sender';
    const hasCode = (message.codes ?? []).length > 0;
    if (!hasCode && (codesOnly || confirmingLink(message) === undefined)) return 'no_code';
    return reasonToKeepOut(message);
  };
}
