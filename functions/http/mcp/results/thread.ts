import type { z } from 'zod';
import type { fullThreadSchema } from '#shared/contract/schemas/mail-thread.ts';
import { fitItems } from './fit.ts';
import { isPlainAddress, serviceFields } from './mail-record.ts';
import type { ResultRecord, ToolResult } from './result-record.ts';
import { textPage } from './text-page.ts';
import { cutToTokens } from './tokens.ts';
import { toolResult } from './tool-result.ts';
import { oneLine, UntrustedContent } from './untrusted.ts';
import { warningTexts } from './warnings.ts';

/** A thread with the texts of its messages. */
export type FullThread = z.output<typeof fullThreadSchema>;

/** What one message has of a page, so that a long one leaves room for the others. */
const MAX_MESSAGE_TOKENS = 1200;

/** What a result has of those who joined a thread. The messages have their authors. */
const MAX_JOINED = 10;
const MAX_OTHERS_TOKENS = 200;

const CUT = 'get_message returns the rest of this message.';

/**
 * The result of a thread, newest message first. `cursor` is the id of a message: the page has older ones. Ids sort by
 * time and are unique, so a message with the time of another is not lost, nor one that was deleted meanwhile needed.
 */
export function threadResult(
  thread: FullThread,
  { cursor }: { readonly cursor?: string | undefined } = {},
): ToolResult {
  const newest = thread.messages.toReversed();
  const rest = cursor === undefined ? newest : newest.filter(({ id }) => id < cursor);
  const fields = {
    thread_id: thread.id,
    message_count: thread.message_count,
    ...joined(thread),
    warnings: warningTexts(rest),
  };
  const { items, omitted } = fitItems(rest.map(item), CUT, { ...fields, older_messages: OLDER(0) });
  const notReturned = thread.message_count - thread.messages.length;
  return toolResult({
    ...fields,
    warnings: warningTexts(rest.slice(0, items.length)),
    next_cursor: omitted > 0 ? rest[items.length - 1]?.id : undefined,
    older_messages: omitted === 0 && notReturned > 0 ? OLDER(notReturned) : undefined,
    messages: items,
  });
}

const OLDER = (count: number) =>
  `${count} older messages are not included. Find them with search_messages or list_messages.`;

/** Who joined, as fields where the address is plain; the others, and those of many, between the marks. */
function joined({ joined: people }: FullThread): ResultRecord {
  const fields = people.filter(({ address }) => isPlainAddress(address)).slice(0, MAX_JOINED);
  const others = people.filter((one) => !fields.includes(one)).map(({ address }) => oneLine(address));
  const { text, nextOffset } = cutToTokens(others.join(', '), MAX_OTHERS_TOKENS);
  return {
    joined: fields.map(({ address, message_id }) => ({ address, message_id })),
    also_joined: new UntrustedContent(nextOffset === undefined ? text : `${text.trimEnd()}…`),
  };
}

function item(message: FullThread['messages'][number]): ResultRecord {
  const { thread_id: _, ...fields } = serviceFields(message);
  const isRead = message.text !== undefined;
  const body = message.extracted_text ?? message.text ?? '';
  const { record, nextOffset } = textPage(message, isRead ? body : message.snippet, {
    offset: 0,
    maxTokens: MAX_MESSAGE_TOKENS,
  });
  return {
    ...fields,
    next_offset: isRead ? nextOffset : undefined,
    cut: !isRead || nextOffset !== undefined ? CUT : '',
    ...record,
  };
}
