import { createHash } from 'node:crypto';
import { pause } from '#shared/domain/concurrency/pause.ts';
import { PermanentError } from '#shared/domain/errors/permanent-error.ts';
import type { ContentKind } from '#shared/domain/stage/large-content.ts';
import type { Key, Table } from './table-client.ts';

/** The object that holds the content of a row. */
export interface ContentPointer {
  key: string;
  bytes: number;
  /** In hexadecimal. */
  sha256: string;
}

/** The content of a row, one JSON text: in the row, or in an object that the row names. */
export interface RowContent {
  content?: string;
  object?: ContentPointer;
}

/** The owner of a row's content, which decides the beginning of its object key. */
export interface ContentOwner {
  readonly kind: ContentKind;
  readonly organizationId: string;
  /** The attribute with the content, if it has another name. */
  readonly attribute?: string;
}

/** The pauses before further reads of an object that was not found, in milliseconds. */
const MISSING_PAUSES_MS = [100, 400] as const;

/**
 * Returns the content of a row. An object is written before the row that names it, so a missing or different object is
 * a defect of the bucket: it is an error, and never an empty content.
 */
export async function readContent(
  table: Table,
  row: Key & { [Field in keyof RowContent]: RowContent[Field] | undefined },
): Promise<string> {
  const { content, object } = row;
  if (content !== undefined) return content;
  const name = `a row ${row.pk.split('#')[0]}#`;
  if (object === undefined) throw new PermanentError(`${name} has no string 'content'`);
  const text = await readObject(table, object);
  if (text === undefined) throw new Error(`${name} names a content object that does not exist: ${object.key}`);
  const { bytes, sha256 } = describeContent(text);
  if (bytes !== object.bytes || sha256 !== object.sha256) {
    throw new Error(`${name} names a content object with another content: ${object.key}`);
  }
  return text;
}

async function readObject({ contents }: Table, { key }: ContentPointer): Promise<string | undefined> {
  if (contents === undefined) throw new Error('this function has no access to the content of rows in the bucket');
  for (const wait of MISSING_PAUSES_MS) {
    const text = await contents.get(key);
    if (text !== undefined) return text;
    await pause(wait);
  }
  return contents.get(key);
}

/** The size and the digest of a content. */
export function describeContent(text: string): Pick<ContentPointer, 'bytes' | 'sha256'> {
  return { bytes: Buffer.byteLength(text), sha256: createHash('sha256').update(text).digest('hex') };
}
