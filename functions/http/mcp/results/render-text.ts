/**
 * A record as lines of `name: value`, without quotes and brackets. Lists of records come last, each record after an
 * empty line, so that it is clear where the record around them ends.
 */
export function renderText(record: Record<string, unknown>): string {
  const members = Object.entries(record);
  const fields = members.filter(([, value]) => !isListOfBlocks(value)).flatMap(([name, value]) => field(name, value));
  const lists = members.flatMap(([name, value]) => (isListOfBlocks(value) ? listOfBlocks(name, value) : []));
  return [...fields, ...lists].join('\n');
}

type Fields = Record<string, unknown>;

/** A text of several lines begins on its own line. */
function field(name: string, value: unknown): string[] {
  if (isRecord(value)) return isShort(value) ? [`${name}: ${inline(value)}`] : [`${name}:`, renderText(value)];
  if (Array.isArray(value)) return list(name, value);
  const text = String(value);
  return text.includes('\n') ? [`${name}:`, text] : [`${name}: ${text}`];
}

/** Words on one line, sentences and records on their own. */
function list(name: string, values: readonly unknown[]): string[] {
  const items = values.map((value) => (isRecord(value) ? inline(value) : String(value)));
  if (!items.some((item) => /\s/.test(item))) return [`${name}: ${items.join(', ')}`];
  return [`${name}:`, ...items.map((item) => `- ${item}`)];
}

function listOfBlocks(name: string, records: readonly Fields[]): string[] {
  return [`${name}: ${records.length}`, ...records.flatMap((record) => ['', renderText(record)])];
}

function inline(record: Fields): string {
  return Object.entries(record)
    .map(([name, value]) => `${name} ${Array.isArray(value) ? value.join(' ') : value}`)
    .join(', ');
}

function isRecord(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Whether a record fits on one line: a few fields of one word each. */
function isShort(record: Fields): boolean {
  const values = Object.values(record);
  return values.length <= MAX_ON_A_LINE && values.flat().every((value) => !isRecord(value) && !/\s/.test(`${value}`));
}

const MAX_ON_A_LINE = 4;

function isListOfBlocks(value: unknown): value is readonly Fields[] {
  return Array.isArray(value) && value.every(isRecord) && value.some((record) => !isShort(record));
}
