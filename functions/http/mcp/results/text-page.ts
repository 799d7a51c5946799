import { fitText, type TextPage } from './fit-text.ts';
import { hasOwnSubject, headLines, type Message } from './mail-record.ts';
import { hasAtMost } from './tokens.ts';
import { manyLines, oneLine, UntrustedContent } from './untrusted.ts';

/** What names, files and the note of a mail server may have next to a text of the agent itself. */
const MAX_HEAD_TOKENS = 500;

/**
 * The part of a message from an offset that has at most `maxTokens`. Of a received message the offset counts from its
 * names, subject and files, which are above its text: so nothing of them is left out, however long they are. Of a sent
 * message it counts from the text, because that is the agent's own; one with hundreds of names is like a received one.
 */
export function textPage(
  message: Message,
  body: string,
  { offset, maxTokens }: { readonly offset: number; readonly maxTokens: number },
): TextPage {
  const text = manyLines(body);
  const ownSubject = hasOwnSubject(message);
  const ownHead = headLines(message, { ownSubject }).join('\n');
  if (message.direction === 'outbound' && hasAtMost(ownHead, MAX_HEAD_TOKENS)) {
    const subject = ownSubject ? oneLine(message.subject) : undefined;
    const head = offset === 0 ? { subject, content: new UntrustedContent(ownHead) } : {};
    return fitText(text, offset, maxTokens, (part) => ({ ...head, text: part }));
  }
  const head = headLines(message, { ownSubject: false }).join('\n');
  const whole = [head, text].filter((part) => part !== '').join('\n\n');
  return fitText(whole, offset, maxTokens, (part) => ({ content: new UntrustedContent(part) }));
}
