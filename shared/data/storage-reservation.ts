import { allInOrder } from '#shared/domain/concurrency/all-in-order.ts';
import {
  hourlyStorageReached,
  hourlyStoredBytes,
  type StorageLimits,
  storageLimitReached,
  storedBytesLimit,
} from '#shared/domain/organization/organization-limits.ts';
import { HOUR } from '#shared/domain/time/time.ts';
import { consumeToken } from './direct-writes/rate-limit.ts';
import { addStoredBytes, type StoredContent, subtractStoredBytes } from './direct-writes/stored-bytes.ts';
import type { Table } from './table-client.ts';
import { isKnownVerified, isOwnerVerified } from './verified-organizations.ts';

/** The organization and the network address of a request that stores content. */
export interface StoringCaller {
  readonly organizationId: string;
  /** The rate-limit key of the network address. */
  readonly address: string;
}

/**
 * The bytes that one commit stores, counted before it, and given back if it stores nothing. A process that dies in
 * between leaves them counted: too much is counted then, and never too little.
 *
 * See: docs/contract/limits.md#stored-content; docs/decisions/0031-large-content.md#bytes-that-count.
 */
export class StorageReservation {
  readonly #table: Table;
  readonly #limits: StorageLimits | undefined;
  readonly #caller: StoringCaller | undefined;
  #held: StoredContent[] = [];
  /** What the caller's network address has been charged. It is not given back. */
  #charged = 0;

  /**
   * `limits`: those of the stage; undefined for commits that store no content. `caller`: undefined if no organization
   * calls, as for mail that arrives.
   */
  constructor(table: Table, limits: StorageLimits | undefined, caller?: StoringCaller) {
    this.#table = table;
    this.#limits = limits;
    this.#caller = caller;
  }

  /**
   * Counts the content, instead of what an earlier try has counted. Throws `usage.storage_limit` if there is no room,
   * and `rate_limit.exceeded` if the network address of an unverified organization has used up its hour.
   */
  async reserve(contents: readonly StoredContent[], now: number): Promise<void> {
    await this.release();
    // Without room, that is the error, whatever came of the other read.
    const [, isCharged] = await allInOrder([this.#hold(contents, now), this.#isCharged(contents)]);
    if (isCharged) await this.#charge(now);
  }

  /** Counts the content against the bytes of its organizations. */
  async #hold(contents: readonly StoredContent[], now: number): Promise<void> {
    for (const content of contents.filter(({ bytes }) => bytes > 0)) {
      if (this.#limits === undefined) throw new Error('a commit that stores content has no limits');
      await this.#add(content, this.#limits, now);
      this.#held.push(content);
    }
  }

  /** Whether the caller's network address is charged. */
  async #isCharged(contents: readonly StoredContent[]): Promise<boolean> {
    if (this.#caller === undefined || contents.every(({ bytes }) => bytes <= 0)) return false;
    return !(await isOwnerVerified(this.#table, this.#caller.organizationId));
  }

  /**
   * Counts what is held against the hour of the network address of an unverified organization. Anyone can create
   * organizations, so a limit for each of them alone does not bound what one stranger stores.
   *
   * See: docs/contract/limits.md#unverified-organizations; docs/decisions/0042-strangers.md.
   */
  async #charge(now: number): Promise<void> {
    const amount = this.#held.reduce((sum, { bytes }) => sum + bytes, 0) - this.#charged;
    if (this.#caller === undefined || this.#limits === undefined || amount <= 0) return;
    const { address } = this.#caller;
    const limit = hourlyStoredBytes(this.#limits);
    const { allowed } = await consumeToken(this.#table, `stored#${address}`, limit, now, { amount, windowMs: HOUR });
    if (!allowed) throw hourlyStorageReached(this.#limits, now);
    this.#charged += amount;
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
