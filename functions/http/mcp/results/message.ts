import type { z } from 'zod';
import type { fullMessageSchema } from '#shared/contract/schemas/mail.ts';
import { roomNextTo } from './fit.ts';
import { serviceFields } from './mail-record.ts';
import type { ToolResult } from './result-record.ts';
import { textPage } from './text-page.ts';
import { toolResult } from './tool-result.ts';
import { oneLine } from './untrusted.ts';
import { warningTexts } from './warnings.ts';

/** A message with its text. */
export type FullMessage = z.output<typeof fullMessageSchema>;

/** Hidden text of at most this many characters is shown. Preheaders of newsletters are longer. */
const MAX_HIDDEN = 200;

export interface MessageOptions {
  readonly offset?: number | undefined;
  readonly includeQuoted?: boolean | undefined;
  /** For what a tool adds to the result. */
  readonly reservedTokens?: number;
}

/**
 * The result of one message from an offset: what its author wrote, or with `includeQuoted` the whole text. Above the
 * text of a received message are the names, the subject and the files, because others wrote them too.
 */
export function messageResult(
  message: FullMessage,
  { offset = 0, includeQuoted = false, reservedTokens = 0 }: MessageOptions = {},
): ToolResult {
  const body = includeQuoted ? wholeText(message) : (message.extracted_text ?? message.text ?? '');
  const hidden = message.direction === 'inbound' ? (message.hidden_text ?? '') : '';
  const fields = {
    ...serviceFields(message),
    warnings: warningTexts([message]),
    hidden_text: hidden.length > MAX_HIDDEN ? `${hidden.length} characters that a person would not see, omitted.` : '',
    quoted_text: includeQuoted || !hasQuotedText(message) ? '' : 'Omitted. Use include_quoted: true to get it.',
    text_note: body === '' ? 'The message has no text.' : '',
  };
  const shownHidden = hidden !== '' && hidden.length <= MAX_HIDDEN ? `Hidden from people: ${oneLine(hidden)}` : '';
  const text = [body, shownHidden].filter((part) => part !== '').join('\n\n');
  const { record, nextOffset } = textPage(message, text, { offset, maxTokens: roomNextTo(fields) - reservedTokens });
  return toolResult({ ...fields, next_offset: nextOffset, ...record });
}

/** The text with the quoted history. The caller has read that of an email that is HTML only. */
function wholeText({ text, extracted_text }: FullMessage): string {
  return text ?? extracted_text ?? '';
}

/** Whether the text has more than its author wrote, or may have: the history in HTML is found only by reading it. */
function hasQuotedText({ text, html, extracted_text }: FullMessage): boolean {
  if (text === null) return html !== null && extracted_text !== null && /<blockquote\b|gmail_quote/i.test(html);
  return extracted_text !== null && oneLine(text).length > oneLine(extracted_text).length;
}
