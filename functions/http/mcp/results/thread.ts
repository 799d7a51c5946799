import type { z } from 'zod';
import type { fullThreadSchema } from '#shared/contract/schemas/mail-thread.ts';
import { withoutKeptOut } from '../kept-out.ts';
import { fitItems } from './fit.ts';
import { keptOutAmong, keptOutFields } from './kept-out-fields.ts';
import { linkLines, linksOmitted, withLinkLines } from './link-lines.ts';
import { serviceFields } from './mail-record.ts';
import { hasQuotedText, QUOTED_OMITTED, shownBody } from './quoted-text.ts';
import type { ResultRecord, ToolResult } from './result-record.ts';
import { textPage } from './text-page.ts';
import { cutToTokens } from './tokens.ts';
import { toolResult } from './tool-result.ts';
import { oneLine, UntrustedContent } from './untrusted.ts';
import { warningTexts } from './warnings.ts';

/** A thread with the texts of its messages. */
export type FullThread = z.output<typeof fullThreadSchema>;

/** What one message has of a page, so that a long one leaves room for the others. */
const MAX_MESSAGE_TOKENS = 3000;

/** What a result has of those who joined a thread. The messages have their authors. */
const MAX_JOINED_TOKENS = 300;

const CUT = 'get_message returns the rest of this message.';
const CUT_WHOLE = 'get_message with include_quoted: true returns the rest of this message.';

export interface ThreadOptions {
  /** The id of a message: the page has older ones. */
  readonly cursor?: string | undefined;
  readonly includeQuoted?: boolean | undefined;
}

/**
 * The result of a thread, newest message first: of each message what its author wrote, or with `includeQuoted` its
 * whole text, and below it the targets of its links. Ids sort by time and are unique, so a message with the time of
 * another is not lost, nor one that was deleted meanwhile needed.
 */
export function threadResult(thread: FullThread, { cursor, includeQuoted = false }: ThreadOptions = {}): ToolResult {
  const newest = thread.messages.toReversed();
  const following = cursor === undefined ? newest : newest.filter(({ id }) => id < cursor);
  const { shown: rest, keptOut } = withoutKeptOut(following);
  const fields = {
    thread_id: thread.id,
    message_count: thread.message_count,
    ...joined(thread),
    ...keptOutFields(keptOut),
    warnings: warningTexts(rest),
  };
  const quotedText = (messages: FullThread['messages']) =>
    !includeQuoted && messages.some(hasQuotedText) ? QUOTED_OMITTED : undefined;
  const around = { ...fields, quoted_text: quotedText(rest), older_messages: OLDER(0) };
  const cut = includeQuoted ? CUT_WHOLE : CUT;
  const recordOf = (message: FullThread['messages'][number]) => item(message, { includeQuoted, cut });
  const { items, omitted } = fitItems(rest, recordOf, { howToReadTheRest: cut, around });
  const notReturned = thread.message_count - thread.messages.length;
  const shown = rest.slice(0, items.length);
  return toolResult({
    ...fields,
    ...NOTHING_LEFT_OUT,
    ...keptOutFields(keptOutAmong(shown, rest, keptOut)),
    warnings: warningTexts(shown),
    quoted_text: quotedText(shown),
    next_cursor: omitted > 0 ? shown.at(-1)?.id : undefined,
    older_messages: omitted === 0 && notReturned > 0 ? OLDER(notReturned) : undefined,
    messages: items,
  });
}

/** In place of what `keptOutFields` says of a whole thread, where a page has a part of it. */
const NOTHING_LEFT_OUT = { left_out: undefined, left_out_note: undefined };

const OLDER = (count: number) =>
  `${count} older messages are not included. Find them with search_messages or list_messages.`;

/** Who joined, and with which message, between the marks: strangers have chosen their addresses. */
function joined({ joined: people }: FullThread): ResultRecord {
  const lines = people.map(({ address, message_id }) => `${oneLine(address)}, with ${message_id}`);
  const { text, nextOffset } = cutToTokens(lines.join('\n'), MAX_JOINED_TOKENS);
  return { joined: new UntrustedContent(nextOffset === undefined ? text : `${text.trimEnd()}…`) };
}

interface ItemOptions {
  readonly includeQuoted: boolean;
  /** What a message says that is too long. */
  readonly cut: string;
}

function item(message: FullThread['messages'][number], { includeQuoted, cut }: ItemOptions): ResultRecord {
  const { thread_id: _, ...fields } = serviceFields(message);
  const isRead = message.text !== undefined;
  const links = linkLines(message, { all: false });
  const body = isRead ? withLinkLines(shownBody(message, { includeQuoted }), links) : message.snippet;
  const { record, nextOffset } = textPage(message, body, { offset: 0, maxTokens: MAX_MESSAGE_TOKENS });
  return {
    ...fields,
    links_omitted: linksOmitted(links, 'get_message with include_links: true returns all.'),
    next_offset: isRead ? nextOffset : undefined,
    cut: !isRead || nextOffset !== undefined ? cut : '',
    ...record,
  };
}
