import { CONTENT_WARNINGS, type ContentWarning } from '#shared/domain/safe-reading/content-warning.ts';
import type { ResultRecord } from './result-record.ts';

/**
 * A sentence for each warning of some messages, each once per result. The messages have the codes. A code of a later
 * version has none.
 */
export function warningTexts(
  messages: readonly { readonly content_warnings: readonly ContentWarning[] }[],
): ResultRecord {
  const found = new Set(messages.flatMap(({ content_warnings }) => content_warnings));
  return Object.fromEntries(Object.entries(CONTENT_WARNINGS).filter(([code]) => found.has(code as ContentWarning)));
}
