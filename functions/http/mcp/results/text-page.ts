import { fitText, type TextPage } from './fit-text.ts';
import { headLines, isOwn, type Message, ownFields } from './mail-record.ts';
import { hasAtMost } from './tokens.ts';
import { manyLines, UntrustedContent } from './untrusted.ts';

/** What people, files and the note of a mail server may have next to a text of the agent itself. */
const MAX_HEAD_TOKENS = 500;

/**
 * The part of a message from an offset that has at most `maxTokens`. Of a received message the offset counts from its
 * people, subject and files, which are above its text: so nothing of them is left out, however long they are. Of a sent
 * message it counts from the text, because that is the agent's own; one with hundreds of names is like a received one.
 */
export function textPage(
  message: Message,
  body: string,
  { offset, maxTokens }: { readonly offset: number; readonly maxTokens: number },
): TextPage {
  const text = manyLines(body);
  const whole = headLines(message, { isOwn: false }).join('\n');
  if (message.direction === 'outbound' && hasAtMost(whole, MAX_HEAD_TOKENS)) {
    const own = isOwn(message);
    const others = new UntrustedContent(own ? headLines(message, { isOwn: true }).join('\n') : whole);
    const head = offset === 0 ? { ...(own && ownFields(message)), content: others } : {};
    return fitText(text, offset, maxTokens, (part) => ({ ...head, text: part }));
  }
  const parts = [whole, text].filter((part) => part !== '').join('\n\n');
  return fitText(parts, offset, maxTokens, (part) => ({ content: new UntrustedContent(part) }));
}
