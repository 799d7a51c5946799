import { DAY, epochSeconds } from '#shared/domain/time/time.ts';
import { type Change, insert } from '../../change.ts';
import { rowDecoder } from '../../decode-row.ts';
import { PREFIX } from '../../table.ts';
import { getRow, type Key, type Table } from '../../table-client.ts';

/** Whom a `List-Unsubscribe` link is for. It is found by the hash of its token, which only its email has. */
export interface UnsubscribeLink {
  organizationId: string;
  identityId: string;
  messageId: string;
  threadId: string;
  address: string;
  createdAt: number;
}

const decodeLink = rowDecoder<UnsubscribeLink>({
  organizationId: 'string',
  identityId: 'string',
  messageId: 'string',
  threadId: 'string',
  address: 'string',
  createdAt: 'number',
});

/** How long a link works. People unsubscribe from emails that they find again. */
const KEPT_MS = 365 * DAY;

function key(hash: string): Key {
  return { pk: `${PREFIX.unsubscribeLink}${hash}`, sk: 'LINK' };
}

export function insertUnsubscribeLink(hash: string, link: UnsubscribeLink): Change {
  return insert({ ...key(hash), ...link, expires_at: epochSeconds(link.createdAt + KEPT_MS) });
}

/** The link of a token, unless it has expired. */
export async function findUnsubscribeLink(
  table: Table,
  hash: string,
  now: number,
): Promise<UnsubscribeLink | undefined> {
  const link = await getRow(table, decodeLink, key(hash), { strong: true });
  return link !== undefined && now < link.createdAt + KEPT_MS ? link : undefined;
}
