import type { SearchExpression, SearchField, Term } from './search-expression.ts';
import { tokensOf } from './search-tokens.ts';

/**
 * The columns of the index. `marks` has what an email is, and none of its text. `replyTo` is a column of its own: a
 * sender may name any address there, so it is neither an author nor a recipient.
 */
export const SEARCH_COLUMNS = ['subject', 'sender', 'recipients', 'replyTo', 'body', 'attachment', 'marks'] as const;
export type SearchColumn = (typeof SEARCH_COLUMNS)[number];

/** Each email has the first mark, so that expressions that only exclude have something to exclude from. */
export type SearchMark = 'all' | 'attached';

const COLUMNS: Readonly<Record<SearchField, string>> = {
  any: '{subject sender recipients replyTo body attachment}',
  subject: '{subject}',
  from: '{sender}',
  to: '{recipients}',
  body: '{body}',
  attachment: '{attachment}',
};

/** What an email is, in addition to the text that it has. */
interface MarkFilter {
  readonly hasAttachment?: boolean | undefined;
}

/**
 * An expression of FTS5 that is made of quoted tokens only, so that nothing in a query has a meaning to SQLite. Returns
 * `undefined` if nothing can be found: all wanted texts, or one that is wanted in a single field, are without a letter
 * or digit.
 *
 * See: SQLite FTS5 documentation, section 3 (full-text query syntax).
 */
export function matchExpression({ all }: SearchExpression, { hasAttachment }: MarkFilter = {}): string | undefined {
  const wanted = all.filter(({ excluded }) => !excluded);
  const found = wanted.flatMap(renderTerm);
  // A filter that names no one must not become one that everyone passes.
  const isImpossible = wanted.some((term) => term.field !== 'any' && renderTerm(term).length === 0);
  if (isImpossible || (wanted.length > 0 && found.length === 0)) return undefined;
  const excluded = all.filter((term) => term.excluded).flatMap(renderTerm);
  const parts = [...found, ...(hasAttachment === true ? [mark('attached')] : [])];
  const without = [...excluded, ...(hasAttachment === false ? [mark('attached')] : [])];
  const base = (parts.length === 0 ? [mark('all')] : parts).map((part) => `(${part})`).join(' AND ');
  return without.length === 0 ? base : `(${base}) NOT (${without.map((part) => `(${part})`).join(' OR ')})`;
}

/** A term without a letter or digit is none. */
function renderTerm({ text, kind, field }: Term): string[] {
  const tokens = tokensOf(text);
  if (tokens.length === 0) return [];
  return [`${COLUMNS[field]} : "${tokens.join(' ')}"${kind === 'prefix' ? ' *' : ''}`];
}

function mark(name: SearchMark): string {
  return `{marks} : "${name}"`;
}
