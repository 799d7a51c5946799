import { createHash } from 'node:crypto';
import { firstIdAt, lastIdAt, MAX_TIME } from '../../domain/ids.ts';
import { type Change, put, RETRY, remove } from '../change.ts';
import { rowDecoder } from '../decode-row.ts';
import { mergeNewestFirst } from '../merge-newest-first.ts';
import { PREFIX } from '../table.ts';
import { type Key, queryRows, type Table } from '../table-client.ts';
import type { Skill } from './a2a-settings.ts';

/** A publicly discoverable agent, as the directory shows it. See: docs/contract/a2a.md#directory-and-agent-card. */
export interface Listing {
  identityId: string;
  organizationId: string;
  handle: string;
  displayName: string;
  description: string | null;
  skills: Skill[];
  /** When it was listed: unique in the whole directory. */
  createdAt: number;
}

const decodeListing = rowDecoder<Listing>({
  identityId: 'string',
  organizationId: 'string',
  handle: 'string',
  createdAt: 'number',
});

/**
 * The clock of the directory. It belongs to no organization: its times are unique over all of them, so that paging by
 * `before` can skip nobody. It moves only when an agent is listed.
 */
export const DIRECTORY_CLOCK = 'directory';

/** Everybody reads the directory, so its rows are spread over as many partitions. */
const SHARDS = 4;

function partition(shard: number): string {
  return `${PREFIX.directory}${shard}`;
}

/** Sorted by the time it was listed under: an agent that is hidden and shown again is a new one in the list. */
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

/** Listings before a time (exclusive), newest first, of all shards; `firstPage` of each are read at first. */
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
