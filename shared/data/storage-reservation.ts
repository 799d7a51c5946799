import {
  type StorageLimits,
  storageLimitReached,
  storedBytesLimit,
} from '#shared/domain/organization/organization-limits.ts';
import { addStoredBytes, type StoredContent, subtractStoredBytes } from './direct-writes/stored-bytes.ts';
import type { Table } from './table-client.ts';
import { isKnownVerified, isOwnerVerified } from './verified-organizations.ts';

/**
 * The bytes that one commit stores, counted before it, and given back if it stores nothing. A process that dies in
 * between leaves them counted: too much is counted then, and never too little.
 *
 * See: docs/contract/limits.md#stored-content; docs/decisions/0031-large-content.md#bytes-that-count.
 */
export class StorageReservation {
  readonly #table: Table;
  readonly #limits: StorageLimits | undefined;
  #held: StoredContent[] = [];

  /** `limits`: those of the stage; undefined for commits that store no content. */
  constructor(table: Table, limits: StorageLimits | undefined) {
    this.#table = table;
    this.#limits = limits;
  }

  /**
   * Counts the content, instead of what an earlier try has counted. Throws `usage.storage_limit` if there is no room.
   */
  async reserve(contents: readonly StoredContent[], now: number): Promise<void> {
    await this.release();
    for (const content of contents.filter(({ bytes }) => bytes > 0)) {
      if (this.#limits === undefined) throw new Error('a commit that stores content has no limits');
      await this.#add(content, this.#limits, now);
      this.#held.push(content);
    }
  }

  /**
   * Whether the owner is verified matters only beyond the lower of the two limits, so it is read only there. Once this
   * process knows it, content is counted against the limit of verified organizations at once.
   */
  async #add(content: StoredContent, limits: StorageLimits, now: number): Promise<void> {
    const { organizationId } = content;
    const lower = Math.min(storedBytesLimit(false, limits), storedBytesLimit(true, limits));
    const first = isKnownVerified(this.#table, organizationId) ? storedBytesLimit(true, limits) : lower;
    if (await addStoredBytes(this.#table, content, first, now)) return;
    const isVerified = await isOwnerVerified(this.#table, organizationId);
    const limit = storedBytesLimit(isVerified, limits);
    if (limit > first && (await addStoredBytes(this.#table, content, limit, now))) return;
    throw storageLimitReached(isVerified, limits);
  }

  /** The content is stored, or may be. */
  keep(): void {
    this.#held = [];
  }

  /** No row will name the content. */
  async release(): Promise<void> {
    const held = this.#held.splice(0);
    await Promise.allSettled(held.map((content) => subtractStoredBytes(this.#table, content)));
  }
}

/** Gives back the bytes of content that a commit has deleted. What fails here stays counted. */
export async function freeStorage(table: Table, contents: readonly StoredContent[]): Promise<void> {
  const freed = contents.filter(({ bytes }) => bytes < 0).map((content) => ({ ...content, bytes: -content.bytes }));
  await Promise.allSettled(freed.map((content) => subtractStoredBytes(table, content)));
}
