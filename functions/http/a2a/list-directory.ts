import * as routes from '#shared/contract/routes/a2a-directory.ts';
import { BoundedRead } from '#shared/data/bounded-read.ts';
import { type Listing, listingsBefore } from '#shared/data/entities/a2a/a2a-directory.ts';
import { findIdentities } from '#shared/data/entities/organization/identity.ts';
import { collect, type Table } from '#shared/data/table-client.ts';
import { withOriginal } from '#shared/domain/safe-reading/with-original.ts';
import { timestamp } from '#shared/domain/time/time.ts';
import { operation } from '#shared/runtime/pipeline/operation.ts';
import { replyPage } from '#shared/runtime/pipeline/reply-page.ts';
import { cardUrlOf } from '#shared/services/tasks/agent-card.ts';
import { skillRecord } from './skill-record.ts';

/** Listings with agents that are loaded together: the maximum of one batch request. */
const BATCH = 100;

export const listDirectory = operation(routes.listDirectory, async ({ table, baseUrl }, { query }) => {
  const listings = new BoundedRead<Listing>(listingsBefore(table, query.before, Math.min(query.limit, BATCH)));
  const agents = await collect(
    activeListings(table, matching(listings, query), Math.min(query.limit, BATCH)),
    query.limit,
  );
  return replyPage(
    {
      agents: agents.map((listing) => listingRecord(listing, baseUrl)),
    },
    listings,
  );
});

function listingRecord(listing: Listing, baseUrl: string) {
  const { identityId, handle, displayName, description, skills, createdAt } = listing;
  const record = {
    handle,
    display_name: displayName,
    description,
    skills: skills.map(skillRecord),
    card_url: cardUrlOf(identityId, baseUrl),
    created_at: timestamp(createdAt),
  };
  return withOriginal(record, ['display_name', 'description']);
}

async function* matching(listings: AsyncIterable<Listing>, { q, tag }: { q?: string; tag?: string }) {
  const [text, wanted] = [q?.toLowerCase(), tag?.toLowerCase()];
  for await (const listing of listings) {
    const { skills } = listing;
    const tags = skills.flatMap((skill) => skill.tags.map((tag) => tag.toLowerCase()));
    if (wanted !== undefined && !tags.includes(wanted)) continue;
    if (text === undefined || searchableTexts(listing).some((value) => value.toLowerCase().includes(text)))
      yield listing;
  }
}

function searchableTexts({ handle, displayName, description, skills }: Listing): string[] {
  return [
    handle,
    displayName,
    description ?? '',
    ...skills.flatMap((skill) => [skill.name, skill.description, ...skill.tags]),
  ];
}

/** The listings with active agents. A suspension hides an agent immediately; reinstating it restores its position. */
async function* activeListings(table: Table, listings: AsyncGenerator<Listing>, size: number) {
  let batch: Listing[] = [];
  for await (const listing of listings) {
    batch.push(listing);
    if (batch.length < size) continue;
    yield* await activeAmong(table, batch);
    batch = [];
  }
  yield* await activeAmong(table, batch);
}

async function activeAmong(table: Table, listings: readonly Listing[]): Promise<Listing[]> {
  const identities = await findIdentities(table, listings);
  const ids = new Set(identities.filter(({ status }) => status === 'active').map(({ id }) => id));
  return listings.filter(({ identityId }) => ids.has(identityId));
}
