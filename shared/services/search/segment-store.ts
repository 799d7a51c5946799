import { randomUUID } from 'node:crypto';
import { promisify } from 'node:util';
import { zstdCompress, zstdDecompress } from 'node:zlib';
import pLimit from 'p-limit';
import type { IndexOwner, SearchSegment } from '#shared/data/entities/mail/search-index.ts';
import type { Table } from '#shared/data/table-client.ts';
import { CONTENT_PREFIX } from '#shared/domain/stage/large-content.ts';
import type { Keyring } from '#shared/runtime/keyring.ts';
import { OpenSegments } from './open-segments.ts';
import { SegmentReader } from './segment.ts';

const compress = promisify(zstdCompress);
const decompress = promisify(zstdDecompress);

/** By default, bytes come in pieces of 16 KB, each of which is a job of a thread. */
const IN_LARGE_PIECES = { chunkSize: 1024 * 1024 };

/** Segments that queries of this process open at once. Each is in memory in several forms, of up to 24 MB. */
const MAX_CONCURRENT_OPENINGS = 4;

const openings = pLimit(MAX_CONCURRENT_OPENINGS);

/** The segments that queries of this process have opened, of all agents: 64 MB of databases. */
const opened = new OpenSegments(64 * 1024 * 1024);

/** What the work on an index needs of its function. */
export interface SearchContext {
  readonly table: Table;
  /** The keyring of the function, which seals what the bucket has of an organization. */
  readonly keyring: () => Promise<Keyring>;
}

/**
 * The objects of an agent's segments: databases, compressed and sealed. The seal is bound to the organization, the
 * agent and the object, so that no other one can be read in its place.
 */
export class SegmentStore {
  readonly #context: SearchContext;
  readonly #owner: IndexOwner;

  constructor(context: SearchContext, owner: IndexOwner) {
    this.#context = context;
    this.#owner = owner;
  }

  /** Stores a database under a new key. */
  async write(bytes: Uint8Array): Promise<string> {
    const key = `${CONTENT_PREFIX.search}${this.#owner.organizationId}/${randomUUID()}`;
    const keyring = await this.#context.keyring();
    const sealed = keyring.sealBytes('search-segment', this.#sealOf(key), await compress(bytes, IN_LARGE_PIECES));
    await this.#contents.putBytes(key, sealed);
    return key;
  }

  /** The database of a segment; `undefined` if its object does not exist. */
  async read({ key }: Pick<SearchSegment, 'key'>): Promise<Uint8Array | undefined> {
    const [keyring, sealed] = await Promise.all([this.#context.keyring(), this.#contents.getBytes(key)]);
    if (sealed === undefined) return undefined;
    return decompress(await keyring.openBytes('search-segment', this.#sealOf(key), sealed), IN_LARGE_PIECES);
  }

  /** Asks a segment, which is read if it is not open. Returns `undefined` if its object does not exist. */
  ask<T>({ key }: Pick<SearchSegment, 'key'>, question: (segment: SegmentReader) => T): Promise<T | undefined> {
    const open = async () => {
      const bytes = await this.read({ key });
      return bytes && { reader: await SegmentReader.open(bytes), bytes: bytes.byteLength };
    };
    return opened.ask(`${this.#owner.identityId}/${key}`, question, () => openings(open));
  }

  /** Has the bucket delete the objects of segments that no index names. */
  async markUnused(segments: readonly Pick<SearchSegment, 'key'>[]): Promise<void> {
    await Promise.all(segments.map(({ key }) => this.#contents.markUnused(key)));
  }

  get #contents() {
    const { contents } = this.#context.table;
    if (contents === undefined) throw new Error('this function has no access to the segments of search indexes');
    return contents;
  }

  #sealOf(key: string): string {
    return `${this.#owner.organizationId}/${this.#owner.identityId}/${key}`;
  }
}
