import { cutRecord, MAX_RECORD_TOKENS } from './fit.ts';
import { formsOf, type ResultRecord, type ToolResult, untrustedIn } from './result-record.ts';
import { untrustedBlocks } from './untrusted.ts';

/** What a result says about itself where it is longer than results may be and its tool has not cut it. */
const TOO_LONG = 'The longest texts and lists are truncated, because this result would be too long.';

/**
 * Both forms of a result, in the limit of results. Strings that are not `UntrustedContent` are the service's own, or
 * the agent's.
 */
export function toolResult(record: ResultRecord): ToolResult {
  const fitting = cutRecord(record, TOO_LONG, MAX_RECORD_TOKENS);
  const texts = untrustedIn(fitting);
  const { wrap, sentence } = untrustedBlocks(texts);
  const { structured, text } = formsOf(fitting, wrap);
  if (texts.length === 0) return { structured, text };
  return { structured: { about_untrusted: sentence, ...structured }, text: `${sentence}\n\n${text}` };
}
