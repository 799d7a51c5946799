import { createHash, randomUUID } from 'node:crypto';
import { mkdirSync, rmSync } from 'node:fs';
import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Database } from '../../state/database.ts';
import type { Workspace } from '../../state/workspace.ts';

/** The record of a stored object, without its bytes. */
export interface ObjectRecord {
  readonly key: string;
  readonly size: number;
  readonly etag: string;
  readonly contentType: string;
  /** Other headers to return with it: `x-amz-meta-*`, `content-disposition`, … */
  readonly headers: Readonly<Record<string, string>>;
  readonly modifiedAt: number;
  /** File of the bytes within the folder of its bucket. */
  readonly file: string;
}

export interface NewObject {
  readonly bytes: Uint8Array;
  readonly contentType?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

type Row = Readonly<Record<string, string | number>>;

/**
 * The buckets of the stack: each object has a file with its bytes, under a readable name, and a record in the
 * database. The file is complete before the record names it, so a reader never sees half an object.
 */
export class ObjectStore {
  readonly #root: string;
  readonly #unfinished: string;
  readonly #buckets: ReadonlySet<string>;
  readonly #statements;

  constructor(buckets: readonly string[], workspace: Pick<Workspace, 'dir'>, database: Database) {
    this.#root = join(workspace.dir, 'buckets');
    this.#unfinished = join(workspace.dir, 'unfinished');
    rmSync(this.#unfinished, { recursive: true, force: true });
    mkdirSync(this.#unfinished, { recursive: true });
    this.#buckets = new Set(buckets);
    for (const bucket of buckets) mkdirSync(join(this.#root, bucket), { recursive: true });
    this.#statements = {
      put: database.prepare(
        `INSERT OR REPLACE INTO objects (bucket, key, file, size, etag, content_type, headers, modified_at)
         VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
      ),
      get: database.prepare('SELECT * FROM objects WHERE bucket = ? AND key = ?'),
      headers: database.prepare('UPDATE objects SET headers = ? WHERE bucket = ? AND key = ?'),
      list: database.prepare(
        'SELECT * FROM objects WHERE bucket = ? AND key > ? AND substr(key, 1, length(?3)) = ?3 ORDER BY key LIMIT ?4',
      ),
      remove: database.prepare('DELETE FROM objects WHERE bucket = ? AND key = ?'),
    };
  }

  hasBucket(bucket: string): boolean {
    return this.#buckets.has(bucket);
  }

  async put(bucket: string, key: string, { bytes, contentType, headers = {} }: NewObject): Promise<ObjectRecord> {
    const before = this.head(bucket, key);
    const record: ObjectRecord = {
      key,
      size: bytes.length,
      etag: `"${createHash('md5').update(bytes).digest('hex')}"`,
      contentType: contentType ?? 'binary/octet-stream',
      headers,
      modifiedAt: Date.now(),
      file: fileNameOf(key),
    };
    const path = join(this.#root, bucket, record.file);
    const unfinished = join(this.#unfinished, randomUUID());
    await writeFile(unfinished, bytes);
    await rename(unfinished, path);
    const { file, size, etag, modifiedAt } = record;
    this.#statements.put.run(bucket, key, file, size, etag, record.contentType, JSON.stringify(headers), modifiedAt);
    if (before !== undefined && before.file !== file) await rm(join(this.#root, bucket, before.file), { force: true });
    return record;
  }

  head(bucket: string, key: string): ObjectRecord | undefined {
    const row = this.#statements.get.get(bucket, key) as Row | undefined;
    return row && recordOf(row);
  }

  /** Replaces the headers of an object, and nothing else of it. */
  setHeaders(bucket: string, key: string, headers: Readonly<Record<string, string>>): void {
    this.#statements.headers.run(JSON.stringify(headers), bucket, key);
  }

  read(bucket: string, { file }: ObjectRecord): Promise<Buffer> {
    return readFile(join(this.#root, bucket, file));
  }

  list(bucket: string, prefix: string, after: string, limit: number): readonly ObjectRecord[] {
    return (this.#statements.list.all(bucket, after, prefix, limit) as Row[]).map(recordOf);
  }

  async delete(bucket: string, key: string): Promise<void> {
    const record = this.head(bucket, key);
    if (record === undefined) return;
    this.#statements.remove.run(bucket, key);
    await rm(join(this.#root, bucket, record.file), { force: true });
  }
}

const LONGEST_FILE_NAME = 150;

/** The key itself where it makes a safe file name, so that a person can find an email; otherwise its digest. */
function fileNameOf(key: string): string {
  const readable = encodeURIComponent(key);
  const isSafe = readable.length <= LONGEST_FILE_NAME && /^[A-Za-z0-9_-][A-Za-z0-9._%-]*$/.test(readable);
  return isSafe ? readable : createHash('sha256').update(key).digest('hex');
}

function recordOf(row: Row): ObjectRecord {
  return {
    key: String(row.key),
    size: Number(row.size),
    etag: String(row.etag),
    contentType: String(row.content_type),
    headers: JSON.parse(String(row.headers)),
    modifiedAt: Number(row.modified_at),
    file: String(row.file),
  };
}
