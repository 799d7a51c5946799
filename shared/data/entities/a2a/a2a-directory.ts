import { createHash } from 'node:crypto';
import { firstIdAt, lastIdAt, MAX_TIME } from '#shared/domain/ids/ids.ts';
import { type Change, put, RETRY, remove } from '../../change.ts';
import { rowDecoder } from '../../decode-row.ts';
import { mergeNewestFirst } from '../../merge-by-time.ts';
import { PREFIX } from '../../table.ts';
import { type Key, queryRows, type Table } from '../../table-client.ts';
import type { Skill } from './a2a-settings.ts';

/** A publicly discoverable agent, as the directory shows it. See: docs/contract/a2a.md#directory-and-agent-card. */
export interface Listing {
  identityId: string;
  organizationId: string;
  handle: string;
  displayName: string;
  description: string | null;
  skills: Skill[];
  /** When it was listed. The time is unique in the directory. */
  createdAt: number;
}

const decodeListing = rowDecoder<Listing>({
  identityId: 'string',
  organizationId: 'string',
  handle: 'string',
  createdAt: 'number',
});

/**
 * The clock of the directory. It belongs to no organization: its times are unique among all listings, so that paging by
 * `before` skips none. It advances only when an agent is listed.
 */
export const DIRECTORY_CLOCK = 'directory';

/** The rows of the directory are spread over this many partitions, because all organizations read them. */
const SHARDS = 4;

function partition(shard: number): string {
  return `${PREFIX.directory}${shard}`;
}

/** Sorted by the time of listing: an agent that was hidden and is listed again is new in the list. */
function listingKey({ identityId, createdAt }: Pick<Listing, 'identityId' | 'createdAt'>): Key {
  const shard = createHash('sha256').update(identityId).digest().readUInt8(0) % SHARDS;
  return { pk: partition(shard), sk: firstIdAt('agent', createdAt) };
}

export function putListing(listing: Listing): Change {
  return put({ ...listingKey(listing), ...listing });
}

export function removeListing(listing: Pick<Listing, 'identityId' | 'createdAt'>): Change {
  return remove(listingKey(listing), RETRY);
}

/**
 * Listings of all shards before a time (exclusive), newest first. The first page of each shard has `firstPage` rows.
 */
export function listingsBefore(table: Table, before: number | undefined, firstPage: number): AsyncGenerator<Listing> {
  const shards = Array.from({ length: SHARDS }, (_, shard) =>
    queryRows(table, decodeListing, {
      pk: partition(shard),
      from: firstIdAt('agent', 0),
      to: lastIdAt('agent', (before ?? MAX_TIME) - 1),
      newestFirst: true,
      strong: true,
      firstPage,
    }),
  );
  return mergeNewestFirst(shards);
}
