import { plainCodes } from './code.ts';
import { roomNextTo } from './fit.ts';
import { linkLines, linksOmitted, withLinkLines } from './link-lines.ts';
import { type FullMessage, serviceFields } from './mail-record.ts';
import { hasQuotedText, QUOTED_OMITTED, shownBody } from './quoted-text.ts';
import type { ResultRecord, ToolResult } from './result-record.ts';
import { textPage } from './text-page.ts';
import { cutToTokens } from './tokens.ts';
import { toolResult } from './tool-result.ts';
import { manyLines, oneLine, UntrustedContent } from './untrusted.ts';
import { warningTexts } from './warnings.ts';

/** What hidden text may have of a result where it is asked for. */
const MAX_HIDDEN_TOKENS = 1000;

/** What the author of a quoted message may have: a name and an address. */
const MAX_QUOTED_TOKENS = 100;

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
  const body = shownBody(message, { includeQuoted });
  const links = linkLines(message, { all: includeLinks });
  const fields = {
    ...serviceFields(message),
    codes: plainCodes(message),
    warnings: warningTexts([message]),
    ...(message.direction === 'inbound' && hiddenFields(message, options)),
    ...quotedFields(message),
    quoted_text: includeQuoted || !hasQuotedText(message) ? '' : QUOTED_OMITTED,
    links_omitted: linksOmitted(links, 'Use include_links: true to get all.'),
    text_note: body === '' ? 'The message has no text.' : '',
  };
  const maxTokens = roomNextTo(fields) - reservedTokens;
  const { record, nextOffset } = textPage(message, withLinkLines(body, links), { offset, maxTokens });
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

/** Whether it forwards another message, and which one it quotes: in a block, because its author says so. */
function quotedFields({ is_forward: isForward, quoted }: FullMessage): ResultRecord {
  const from = cutToTokens(oneLine(quoted?.from ?? ''), MAX_QUOTED_TOKENS).text.trimEnd();
  return {
    is_forward: isForward === true ? true : undefined,
    quoted: quoted && { from: new UntrustedContent(from), at: quoted.at },
  };
}
