import { hasOwnSubject, headLines, type Message, serviceFields } from './mail-record.ts';
import { pageResult } from './page-result.ts';
import type { ResultRecord, ToolResult } from './result-record.ts';
import { cutToTokens } from './tokens.ts';
import { oneLine, UntrustedContent } from './untrusted.ts';
import { warningTexts } from './warnings.ts';

/** What an item has of the names, the subject and the files of a message. The message has all of them. */
const MAX_HEAD_TOKENS = 150;

const CUT = 'get_message returns the whole message.';

/** A page of messages, newest first, with a sentence for each warning of those that are shown. */
export function messagesResult({
  messages,
  nextCursor,
}: {
  readonly messages: readonly Message[];
  readonly nextCursor?: string | undefined;
}): ToolResult {
  return pageResult({
    noun: 'messages',
    rows: messages,
    recordOf: item,
    nextCursor,
    cut: CUT,
    about: (rows) => ({ warnings: warningTexts(rows) }),
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
