import { randomUUID } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { idAfter } from '#shared/domain/ids/ids.ts';
import { SEARCH_COLUMNS, type SearchColumn } from '#shared/domain/search/match-expression.ts';

/** What the index has of an email: the tokens of each column, with spaces between them. */
export interface SearchDocument {
  /** The id of the message. */
  readonly id: string;
  readonly columns: Readonly<Record<SearchColumn, string>>;
}

/** The messages that are wanted: between two ids, both included. */
export interface IdRange {
  readonly from: string;
  readonly to: string;
}

/**
 * The tables of a segment. FTS5 keeps no text, only which tokens are where; with `ascii` it splits at spaces and knows
 * no letters, as the texts are tokens already. The numbers of messages are in the order of their ids.
 *
 * See: SQLite FTS5 documentation, section 4.4.3 (contentless tables).
 */
const TABLES = `
  CREATE VIRTUAL TABLE mail USING fts5(${SEARCH_COLUMNS.join(', ')}, content='', columnsize=0, tokenize='ascii');
  CREATE TABLE message(n INTEGER PRIMARY KEY, id TEXT NOT NULL);
`;

const LAST_NUMBER = Number.MAX_SAFE_INTEGER;

const COLUMN_LIST = SEARCH_COLUMNS.join(', ');

/** A segment, or the emails that are in none yet, opened for queries. */
export class SegmentReader {
  readonly #database: DatabaseSync;

  private constructor(database: DatabaseSync) {
    this.#database = database;
  }

  /** Opens the database of a segment. Its file is gone as soon as it is open. */
  static async open(bytes: Uint8Array): Promise<SegmentReader> {
    return inFolder(async (folder) => {
      const file = join(folder, randomUUID());
      await writeFile(file, bytes, { mode: 0o600 });
      const database = new DatabaseSync(file, { readOnly: true });
      // The file is read, and so stays open.
      database.prepare('SELECT count(*) FROM message').get();
      return new SegmentReader(database);
    });
  }

  static of(documents: readonly SearchDocument[]): SegmentReader {
    const database = new DatabaseSync(':memory:');
    database.exec(TABLES);
    addDocuments(database, documents, 1);
    return new SegmentReader(database);
  }

  /** The ids of messages that satisfy an expression of FTS5, newest first. */
  find(match: string, { from, to }: IdRange, limit: number): string[] {
    const [first, end] = [this.#numberFrom(from), this.#numberFrom(idAfter(to))];
    const rows = this.#database
      .prepare(
        `SELECT message.id FROM mail JOIN message ON message.n = mail.rowid
         WHERE mail MATCH ? AND mail.rowid >= ? AND mail.rowid < ? ORDER BY mail.rowid DESC LIMIT ?`,
      )
      .all(match, first, end, limit);
    return rows.map(({ id }) => String(id));
  }

  /** The number of the first message with this id or a later one. */
  #numberFrom(id: string): number {
    const row = this.#database.prepare('SELECT n FROM message WHERE id >= ? ORDER BY n LIMIT 1').get(id);
    return row === undefined ? LAST_NUMBER : Number(row.n);
  }

  close(): void {
    this.#database.close();
  }
}

interface NewSegment {
  /** The databases of segments that become one, in their order. */
  readonly sources: readonly Uint8Array[];
  /** Messages of theirs that have changed, as they are now; undefined for those that are gone. */
  readonly changed: ReadonlyMap<string, SearchDocument | undefined>;
  /** Later messages, in the order of their ids. */
  readonly added: readonly SearchDocument[];
  /** Of earlier messages than this id, no text is kept. */
  readonly textFrom: string;
}

interface WrittenSegment {
  readonly bytes: Uint8Array;
  /** The ids of the messages, first and last. */
  readonly firstId: string;
  readonly lastId: string;
  readonly count: number;
}

/**
 * Writes one segment of several. What earlier ones have of an email is read from their index, which knows each token
 * with its place, so no email is read again. Returns `undefined` if no message is left.
 */
export function writeSegment({ sources, changed, added, textFrom }: NewSegment): Promise<WrittenSegment | undefined> {
  return inFolder(async (folder) => {
    const database = new DatabaseSync(':memory:');
    try {
      database.exec(`PRAGMA cache_size = -65536; ${TABLES} CREATE TEMP TABLE changed(id TEXT PRIMARY KEY);`);
      const change = database.prepare('INSERT INTO changed VALUES (?)');
      for (const id of changed.keys()) change.run(id);
      let next = 1;
      for (const [index, source] of sources.entries()) {
        const file = join(folder, `source-${index}`);
        await writeFile(file, source, { mode: 0o600 });
        next = addSource(database, file, { changed, textFrom, next });
      }
      addDocuments(database, added, next);
      return await written(database, join(folder, 'segment'));
    } finally {
      database.close();
    }
  });
}

function addDocuments(database: DatabaseSync, documents: readonly SearchDocument[], first: number): void {
  const message = database.prepare('INSERT INTO message VALUES (?, ?)');
  const mail = database.prepare(
    `INSERT INTO mail(rowid, ${COLUMN_LIST}) VALUES (?, ${SEARCH_COLUMNS.map(() => '?').join(', ')})`,
  );
  database.exec('BEGIN');
  for (const [index, { id, columns }] of documents.entries()) {
    message.run(first + index, id);
    mail.run(first + index, ...SEARCH_COLUMNS.map((column) => columns[column]));
  }
  database.exec('COMMIT');
}

/** Adds the messages of a segment. Returns the number of the next message. */
function addSource(
  database: DatabaseSync,
  file: string,
  { changed, textFrom, next }: Pick<NewSegment, 'changed' | 'textFrom'> & { next: number },
): number {
  database.prepare('ATTACH ? AS source').run(file);
  database.exec('CREATE VIRTUAL TABLE temp.token USING fts5vocab(source, mail, instance)');
  const { last } = database.prepare('SELECT max(n) AS last FROM source.message').get() as { last: number | null };
  const { until } = database
    .prepare('SELECT coalesce(min(n), 9e15) AS until FROM source.message WHERE id >= ?')
    .get(textFrom) as { until: number };
  const textOf = (column: SearchColumn) =>
    TEXT_COLUMNS.has(column)
      ? `max(text) FILTER (WHERE col = '${column}' AND doc >= :until)`
      : `max(text) FILTER (WHERE col = '${column}')`;
  database.exec('BEGIN');
  database
    .prepare(
      `INSERT INTO mail(rowid, ${COLUMN_LIST})
       SELECT doc + :offset, ${SEARCH_COLUMNS.map(textOf).join(', ')}
       FROM (SELECT doc, col, group_concat(term, ' ' ORDER BY offset) AS text FROM temp.token GROUP BY doc, col)
       WHERE doc NOT IN (SELECT n FROM source.message JOIN changed USING (id)) GROUP BY doc`,
    )
    .run({ offset: next - 1, until });
  database
    .prepare('INSERT INTO message SELECT n + ?, id FROM source.message WHERE id NOT IN (SELECT id FROM changed)')
    .run(next - 1);
  database.exec('COMMIT');
  const numberOf = database.prepare('SELECT n FROM source.message WHERE id = ?');
  for (const [id, document] of changed) {
    const row = numberOf.get(id);
    if (row !== undefined && document !== undefined) addDocuments(database, [document], next - 1 + Number(row.n));
  }
  database.exec('DROP TABLE temp.token; DETACH source;');
  return next + (last ?? 0);
}

/** What is deleted with the files of an email. */
const TEXT_COLUMNS: ReadonlySet<SearchColumn> = new Set<SearchColumn>(['body', 'attachment']);

async function written(database: DatabaseSync, file: string): Promise<WrittenSegment | undefined> {
  const row = database.prepare('SELECT count(*) AS count, min(id) AS firstId, max(id) AS lastId FROM message').get();
  const { count, firstId, lastId } = row as { count: number; firstId: string; lastId: string };
  if (count === 0) return undefined;
  database.exec("INSERT INTO mail(mail) VALUES ('optimize')");
  database.prepare('VACUUM INTO ?').run(file);
  return { bytes: await readFile(file), count, firstId, lastId };
}

/** Works in a folder of its own, which is gone afterwards. */
async function inFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'aid-search-'));
  try {
    return await work(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
