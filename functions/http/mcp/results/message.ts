import { roomNextTo } from './fit.ts';
import { linkLines } from './link-lines.ts';
import { type FullMessage, serviceFields } from './mail-record.ts';
import type { ResultRecord, ToolResult } from './result-record.ts';
import { textPage } from './text-page.ts';
import { cutToTokens } from './tokens.ts';
import { toolResult } from './tool-result.ts';
import { manyLines, oneLine, UntrustedContent } from './untrusted.ts';
import { warningTexts } from './warnings.ts';

/** What hidden text may have of a result where it is asked for. */
const MAX_HIDDEN_TOKENS = 1000;

export interface MessageOptions {
  readonly offset?: number | undefined;
  readonly includeQuoted?: boolean | undefined;
  readonly includeHidden?: boolean | undefined;
  readonly includeLinks?: boolean | undefined;
  /** For what a tool adds to the result. */
  readonly reservedTokens?: number;
}

/**
 * The result of one message from an offset: what its author wrote, or with `includeQuoted` the whole text, and below it
 * the targets of its links. Above the text of a received message are the people, the subject and the files, because
 * others wrote them too. What no person would see is in a block of its own, and only where it is asked for.
 */
export function messageResult(message: FullMessage, options: MessageOptions = {}): ToolResult {
  const { offset = 0, includeQuoted = false, includeLinks = false, reservedTokens = 0 } = options;
  const body = includeQuoted ? wholeText(message) : (message.extracted_text ?? message.text ?? '');
  const { lines, omitted } = linkLines(message, { all: includeLinks });
  const fields = {
    ...serviceFields(message),
    warnings: warningTexts([message]),
    ...(message.direction === 'inbound' && hiddenFields(message, options)),
    quoted_text: includeQuoted || !hasQuotedText(message) ? '' : 'Omitted. Use include_quoted: true to get it.',
    links_omitted: omitted === 0 ? '' : `${omitted} of the links. Use include_links: true to get all.`,
    text_note: body === '' ? 'The message has no text.' : '',
  };
  const links = lines.length === 0 ? [] : [['Links:', ...lines].join('\n')];
  const text = [body, ...links].filter((part) => part !== '').join('\n\n');
  const { record, nextOffset } = textPage(message, text, { offset, maxTokens: roomNextTo(fields) - reservedTokens });
  return toolResult({ ...fields, next_offset: nextOffset, ...record });
}

/** What no person would see: how long it is, and with `includeHidden` the text on the first page. */
function hiddenFields({ hidden_text }: FullMessage, { offset = 0, includeHidden }: MessageOptions): ResultRecord {
  const hidden = manyLines(hidden_text ?? '');
  if (hidden === '') return {};
  const said = `${hidden.length} characters that a person would not see`;
  if (includeHidden !== true) return { hidden_text: `${said}, omitted. Use include_hidden: true to get them.` };
  if (offset > 0) return { hidden_text: `${said}. They are in the result without an offset.` };
  const { text, nextOffset } = cutToTokens(hidden, MAX_HIDDEN_TOKENS);
  const cut = nextOffset === undefined ? '' : `, of which the first ${nextOffset} are here`;
  return { hidden_text: `${said}${cut}.`, hidden_content: new UntrustedContent(text) };
}

/** The text with the quoted history. The caller has read that of an HTML email that an old release stored. */
function wholeText({ text, extracted_text }: FullMessage): string {
  return text ?? extracted_text ?? '';
}

/**
 * Whether the text has more than its author wrote, or may have: in an old HTML email it is found only by reading it.
 */
function hasQuotedText({ text, html, extracted_text, links = [] }: FullMessage): boolean {
  if (text === null) return html !== null && extracted_text !== null && /<blockquote\b|gmail_quote/i.test(html);
  if (extracted_text === null) return false;
  const ids = new Set(links.map(({ id }) => String(id)));
  // Only the whole text has the numbers of links.
  const withoutLinks = (shown: string) => shown.replace(/\[(\d{1,5})\]/g, (all, id) => (ids.has(id) ? '' : all));
  const signs = (shown: string) => withoutLinks(oneLine(shown)).replace(/\s/g, '').length;
  return signs(text) > signs(extracted_text);
}
