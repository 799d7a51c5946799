import { fitItems } from './fit.ts';
import { hasOwnSubject, headLines, type Message, serviceFields } from './mail-record.ts';
import type { ResultRecord, ToolResult } from './result-record.ts';
import { cutToTokens } from './tokens.ts';
import { toolResult } from './tool-result.ts';
import { oneLine, UntrustedContent } from './untrusted.ts';
import { warningTexts } from './warnings.ts';

/** What an item has of the names, the subject and the files of a message. The message has all of them. */
const MAX_HEAD_TOKENS = 150;

const CUT = 'get_message has the whole message.';

/**
 * The result of a list of messages, newest first. The next page begins before the last message that fits: no two
 * messages of a list have the same time. `nextCursor` is that of the list itself.
 *
 * See: docs/contract/conventions.md#lists.
 */
export function messagesResult({
  messages,
  nextCursor,
}: {
  readonly messages: readonly Message[];
  readonly nextCursor?: string | undefined;
}): ToolResult {
  const around = { warnings: warningTexts(messages) };
  const { items, omitted } = fitItems(messages.map(item), CUT, around);
  const shown = messages.slice(0, items.length);
  return toolResult({
    ...(messages.length === 0 && { result: 'No messages.' }),
    warnings: warningTexts(shown),
    next_cursor: omitted > 0 ? shown.at(-1)?.created_at : nextCursor,
    messages: items,
  });
}

function item(message: Message): ResultRecord {
  const ownSubject = hasOwnSubject(message);
  const isReceived = message.direction === 'inbound';
  const lines = headLines(message, { ownSubject }).join('\n');
  const { text, nextOffset } = cutToTokens(lines, MAX_HEAD_TOKENS);
  const head = nextOffset === undefined ? lines : `${text.trimEnd()}…`;
  const snippet = oneLine(message.snippet);
  return {
    ...serviceFields(message),
    subject: ownSubject ? oneLine(message.subject) : undefined,
    snippet: isReceived ? undefined : snippet,
    content: new UntrustedContent([head, ...(isReceived && snippet !== '' ? [snippet] : [])].join('\n').trim()),
    cut: nextOffset === undefined ? undefined : CUT,
  };
}
