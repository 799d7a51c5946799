import { fitText, type TextPage } from './fit-text.ts';
import { hasOwnSubject, headLines, type Message } from './mail-record.ts';
import type { ResultRecord } from './result-record.ts';
import { cutToTokens } from './tokens.ts';
import { manyLines, oneLine, UntrustedContent } from './untrusted.ts';

/** What names, files and the note of a mail server may have next to a text of the agent itself. */
const MAX_HEAD_TOKENS = 500;

/**
 * The part of a message from an offset that has at most `maxTokens`. Of a received message the offset counts from its
 * names, subject and files, which are above its text: so nothing of them is left out, however long they are. Of a sent
 * message it counts from the text, because that is the agent's own.
 */
export function textPage(
  message: Message,
  body: string,
  { offset, maxTokens }: { readonly offset: number; readonly maxTokens: number },
): TextPage {
  if (message.direction === 'inbound') {
    const head = headLines(message, { ownSubject: false }).join('\n');
    const whole = [head, manyLines(body)].filter((part) => part !== '').join('\n\n');
    return fitText(whole, offset, maxTokens, (text) => ({ content: new UntrustedContent(text) }));
  }
  const fields = offset === 0 ? ownFields(message) : {};
  return fitText(manyLines(body), offset, maxTokens, (text) => ({ ...fields, text }));
}

function ownFields(message: Message): ResultRecord {
  const ownSubject = hasOwnSubject(message);
  const head = headLines(message, { ownSubject }).join('\n');
  const { text, nextOffset } = cutToTokens(head, MAX_HEAD_TOKENS);
  return {
    subject: ownSubject ? oneLine(message.subject) : undefined,
    content: new UntrustedContent(nextOffset === undefined ? head : `${text.trimEnd()}…`),
  };
}
