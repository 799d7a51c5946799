/** The kinds of files with a text that an agent can read. */
export const FILE_KINDS = ['pdf', 'docx', 'html', 'csv', 'calendar', 'email', 'text'] as const;

export type FileKind = (typeof FILE_KINDS)[number];

/** What the sender says about a file. */
export interface DeclaredFile {
  readonly contentType: string;
  readonly filename: string | null;
}

const BY_TYPE: Readonly<Record<string, FileKind>> = {
  'application/pdf': 'pdf',
  'application/x-pdf': 'pdf',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': 'docx',
  'text/html': 'html',
  'application/xhtml+xml': 'html',
  'text/csv': 'csv',
  'text/tab-separated-values': 'csv',
  'application/csv': 'csv',
  'text/calendar': 'calendar',
  'application/ics': 'calendar',
  'message/rfc822': 'email',
};

/** Types of text without a kind of their own. */
const TEXT_TYPE =
  /^(?:text\/.+|application\/(?:.{1,100}\+)?(?:json|xml|yaml|x-yaml|toml|sql|javascript|x-ndjson|x-sh))$/;

const BY_NAME: Readonly<Record<string, FileKind>> = {
  pdf: 'pdf',
  docx: 'docx',
  html: 'html',
  htm: 'html',
  xhtml: 'html',
  csv: 'csv',
  tsv: 'csv',
  ics: 'calendar',
  eml: 'email',
  ...Object.fromEntries(
    'txt text md log json jsonl xml yml yaml toml ini sql js ts py sh vcf srt'.split(' ').map((name) => [name, 'text']),
  ),
};

/** Types that say nothing: programs that do not know a file send it as one of them. */
const UNKNOWN_TYPES: ReadonlySet<string> = new Set([
  '',
  'application/octet-stream',
  'binary/octet-stream',
  'application/x-download',
  'application/zip',
]);

/**
 * The kind of a file by its media type, or by the end of its name where the type says nothing; `undefined` for a file
 * that is no text. `text/plain` says little: a file of that type with the name of a calendar is one.
 *
 * @example
 * fileKind({ contentType: 'application/octet-stream', filename: 'invoice.PDF' }); // 'pdf'
 */
export function fileKind({ contentType, filename }: DeclaredFile): FileKind | undefined {
  const type = (contentType.split(';', 1)[0] ?? '').trim().toLowerCase();
  const named = ownMember(BY_NAME, nameEnd(filename ?? ''));
  if (UNKNOWN_TYPES.has(type)) return named;
  const known = ownMember(BY_TYPE, type) ?? (TEXT_TYPE.test(type) ? 'text' : undefined);
  return known === 'text' && type === 'text/plain' ? (named ?? 'text') : known;
}

/** The charset in the media type of a file. */
export function declaredCharset({ contentType }: Pick<DeclaredFile, 'contentType'>): string | undefined {
  return /;\s*charset="?([\w.:-]{1,40})/i.exec(contentType.slice(0, 500))?.[1];
}

function nameEnd(filename: string): string {
  return filename
    .slice(filename.lastIndexOf('.') + 1)
    .trim()
    .toLowerCase();
}

function ownMember<T>(record: Readonly<Record<string, T>>, name: string): T | undefined {
  return Object.hasOwn(record, name) ? record[name] : undefined;
}
