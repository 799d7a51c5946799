import { randomUUID } from 'node:crypto';
import { allInOrder } from '#shared/domain/concurrency/all-in-order.ts';
import { CONTENT_PREFIX, MAX_ROW_CONTENT_BYTES } from '#shared/domain/stage/large-content.ts';
import type { Change } from './change.ts';
import type { ContentStore } from './content-store.ts';
import { type ContentOwner, type ContentPointer, describeContent } from './large-content.ts';
import type { Table } from './table-client.ts';

/** An object that was uploaded for a change, and what it was made from. */
interface Upload {
  readonly pointer: ContentPointer;
  readonly source: string;
}

/**
 * Moves large content out of the rows of a commit before the commit, so that no row names an object that does not
 * exist. A commit that is tried again uses the objects of the first try, as far as their content is the same. Each
 * object belongs to one row.
 *
 * See: docs/decisions/0031-large-content.md.
 */
export class ContentUploads {
  /** Objects that no row of the present try names. */
  readonly #spare: Upload[] = [];
  /** Objects of the present try. */
  #used: Upload[] = [];
  #contents: ContentStore | undefined;

  /** Uploads large content, all at once. Returns the changes with pointers in its place. */
  async store({ contents }: Table, changes: readonly Change[]): Promise<Change[]> {
    if (contents === undefined) return [...changes];
    this.#contents = contents;
    this.reuse();
    return allInOrder(changes.map((change) => this.#storeOne(contents, change)));
  }

  /** The commit of the present try has failed, and another try may use its objects. */
  reuse(): void {
    this.#spare.push(...this.#used);
    this.#used = [];
  }

  /** Rows name the objects of the present try, or may name them. */
  keep(): void {
    this.#used = [];
  }

  /** Marks the objects that no row will name. */
  async release(): Promise<void> {
    this.reuse();
    const unused = this.#spare.splice(0);
    await Promise.all(unused.map(({ pointer }) => this.#contents?.markUnused(pointer.key)));
  }

  async #storeOne(contents: ContentStore, change: Change): Promise<Change> {
    if (change.kind !== 'put' || change.contentOwner === undefined) return change;
    const { contentOwner: owner, row } = change;
    const { [owner.attribute ?? 'content']: text, ...rest } = row;
    if (typeof text !== 'string' || !isLarge(text)) return change;
    const object = await this.#objectOf(contents, owner, text);
    return { ...change, row: { ...rest, pk: row.pk, sk: row.sk, object } };
  }

  async #objectOf(contents: ContentStore, owner: ContentOwner, text: string): Promise<ContentPointer> {
    const described = describeContent(text);
    const place = `${CONTENT_PREFIX[owner.kind]}${owner.organizationId}/`;
    const source = `${place} ${described.sha256}`;
    const spare = this.#spare.findIndex((upload) => upload.source === source);
    const [upload = { source, pointer: { key: `${place}${randomUUID()}`, ...described } }] =
      spare < 0 ? [] : this.#spare.splice(spare, 1);
    if (spare < 0) await contents.put(upload.pointer.key, text);
    this.#used.push(upload);
    return upload.pointer;
  }
}

function isLarge(text: string): boolean {
  return text.length > MAX_ROW_CONTENT_BYTES || Buffer.byteLength(text) > MAX_ROW_CONTENT_BYTES;
}
