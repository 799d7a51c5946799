import type { KeptOut } from '../kept-out.ts';
import { keptOutAmong, keptOutFields } from './kept-out-fields.ts';
import { headLines, isOwn, type Message, ownFields, serviceFields } from './mail-record.ts';
import { pageResult } from './page-result.ts';
import type { ResultRecord, ToolResult } from './result-record.ts';
import { cutToTokens } from './tokens.ts';
import { oneLine, UntrustedContent } from './untrusted.ts';
import { warningTexts } from './warnings.ts';

/** What an item has of the people, the subject and the files of a message. The message has all of them. */
const MAX_HEAD_TOKENS = 150;

const CUT = 'get_message returns the whole message.';

export interface MessagePage {
  readonly messages: readonly Message[];
  readonly nextCursor?: string | undefined;
  /** What is not among the messages, because no one named its folder. */
  readonly keptOut?: readonly KeptOut[];
}

/** A page of messages, newest first, with a sentence for each warning of those that are shown. */
export function messagesResult({ messages, nextCursor, keptOut = [] }: MessagePage): ToolResult {
  return pageResult({
    noun: 'messages',
    rows: messages,
    recordOf: item,
    nextCursor,
    cut: CUT,
    about: (rows) => ({ ...keptOutFields(keptOutAmong(rows, messages, keptOut)), warnings: warningTexts(rows) }),
  });
}

function item(message: Message): ResultRecord {
  const own = isOwn(message);
  const isReceived = message.direction === 'inbound';
  const lines = headLines(message, { isOwn: own }).join('\n');
  const { text, nextOffset } = cutToTokens(lines, MAX_HEAD_TOKENS);
  const head = nextOffset === undefined ? lines : `${text.trimEnd()}…`;
  const snippet = oneLine(message.snippet);
  return {
    ...serviceFields(message),
    ...(own && firstRecipients(message)),
    snippet: isReceived ? undefined : snippet,
    content: new UntrustedContent([head, ...(isReceived && snippet !== '' ? [snippet] : [])].join('\n').trim()),
    cut: nextOffset === undefined ? undefined : CUT,
  };
}

const MAX_RECIPIENTS = 3;

/** Whom a message of the agent is to, and its subject, without more recipients than a list has room for. */
function firstRecipients(message: Message): ResultRecord {
  const first = (all: Message['to']) => all.slice(0, MAX_RECIPIENTS);
  const { to, cc, bcc = [] } = message;
  const more = [to, cc, bcc].reduce((sum, all) => sum + Math.max(0, all.length - MAX_RECIPIENTS), 0);
  const { from: _, ...fields } = ownFields({ ...message, to: first(to), cc: first(cc), bcc: first(bcc), reply_to: [] });
  return { ...fields, more_recipients: more === 0 ? undefined : more };
}
