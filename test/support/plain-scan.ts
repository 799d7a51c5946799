import fc from 'fast-check';
import type { Message } from '#shared/data/entities/mail/message.ts';
import type { MailAddress } from '#shared/domain/mail/address.ts';
import type { SearchExpression, SearchField, Term } from '#shared/domain/search/search-expression.ts';

/** Few words, so that they meet; some contain others, and some are spelled with capitals and accents. */
const WORDS = [
  'invoice',
  'Invoices',
  'paid',
  'über',
  'Uber',
  'Straße',
  'q3',
  '東京',
  '京都',
  'café',
  'lunch',
  'a',
  'x-ray',
  'κόσμος',
  'ΚΟΣΜΟΣ',
];
const SPACES = [' ', ', ', '\n', '. ', ' (', '; '];

const word = fc.constantFrom(...WORDS);
const textOf = (maxLength: number) =>
  fc
    .array(fc.tuple(word, fc.constantFrom(...SPACES)), { maxLength })
    .map((parts) => parts.map(([one, space]) => `${one}${space}`).join(''));

/** An author of other emails, so that a search for authors meets it. */
const REPLY_ADDRESSES: readonly MailAddress[][] = [[], [{ address: 'ada@example.com', name: 'Boss Corp' }]];

/** What an email has, apart from its id. */
export const MAILS = fc.array(
  fc.record({
    subject: textOf(4),
    text: textOf(12),
    from: fc.constantFrom('ada@example.com', 'bob@lunch.example', 'eve@example.org'),
    name: fc.constantFrom(null, 'Ada Lovelace', 'Über Café'),
    replyTo: fc.constantFrom(...REPLY_ADDRESSES),
    folder: fc.constantFrom('inbox' as const, 'archive' as const, 'spam' as const, 'blocked' as const),
    file: fc.constantFrom(null, 'invoice.bin', 'Lunch Menu.png'),
  }),
  { minLength: 1, maxLength: 40 },
);

const FIELDS: readonly SearchField[] = ['any', 'subject', 'from', 'to', 'body', 'attachment'];

const TERM: fc.Arbitrary<Term> = fc.record({
  text: fc.oneof(
    word,
    fc.array(word, { minLength: 1, maxLength: 3 }).map((words) => words.join(' ')),
    fc.constantFrom(
      'inv',
      'stra',
      '京',
      'ada@example.com',
      'example',
      'menu',
      'lovelace',
      'unknown',
      'boss',
      'κοσ',
      '🙂',
    ),
  ),
  kind: fc.constantFrom('word' as const, 'phrase' as const, 'prefix' as const),
  field: fc.constantFrom(...FIELDS),
  excluded: fc.nat(4).map((drawn) => drawn === 0),
});

export const EXPRESSIONS: fc.Arbitrary<SearchExpression> = fc.record({
  all: fc.array(TERM, { minLength: 1, maxLength: 3 }),
});

/** A reading of texts and terms that shares no code with the index: it folds the few words above by hand. */
function foldedWords(text: string): string[] {
  const folded = text
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .replaceAll('ü', 'u')
    .replaceAll('é', 'e')
    .replaceAll('ό', 'ο')
    .replaceAll('ς', 'σ')
    .replace(/[東京都]/g, ' $& ');
  return folded.split(/[^a-z0-9α-ω東京都]+/).filter((one) => one !== '');
}

/** Whether an email satisfies an expression, by reading all of it. */
export function scanMatches(message: Message, text: string, { all }: SearchExpression): boolean {
  const people = (list: Message['from']) => list.flatMap(({ address, name }) => [name ?? '', address]).join(' ');
  const fields: Record<Exclude<SearchField, 'any'>, string> = {
    subject: message.subject,
    from: people(message.from),
    to: people(message.to),
    body: text,
    attachment: message.attachments.map(({ filename }) => filename ?? '').join(' '),
  };
  const hasWords = ({ text: sought }: Term) => foldedWords(sought).length > 0;
  const wanted = all.filter(({ excluded }) => !excluded);
  if (wanted.some((term) => term.field !== 'any' && !hasWords(term))) return false;
  if (wanted.length > 0 && !wanted.some(hasWords)) return false;
  return all.filter(hasWords).every((term) => {
    const everywhere = [...Object.values(fields), people(message.replyTo)];
    const searched = term.field === 'any' ? everywhere : [fields[term.field]];
    return searched.some((field) => contains(field, term)) !== term.excluded;
  });
}

function contains(field: string, { text, kind }: Term): boolean {
  const [where, wanted] = [field, text].map((one) => ` ${foldedWords(one).join(' ')} `) as [string, string];
  return where.includes(kind === 'prefix' ? wanted.trimEnd() : wanted);
}
