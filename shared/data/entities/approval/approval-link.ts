import type { PendingCode } from '#shared/domain/organization/code.ts';
import { DAY, epochSeconds } from '#shared/domain/time/time.ts';
import { type Change, insert, replaceVersion } from '../../change.ts';
import { rowDecoder } from '../../decode-row.ts';
import { PREFIX } from '../../table.ts';
import { getRow, type Key, type Row, type Table } from '../../table-client.ts';

/**
 * What an email to an approver leads to: one approval and one person. It is found by the hash of its token, which only
 * the email has. The code of the same email is stored as its HMAC.
 *
 * See: docs/contract/approvals.md#by-email.
 */
export interface ApprovalLink {
  organizationId: string;
  approvalId: string;
  userId: string;
  /** The code of the email; absent if the person has to log in, because of a second factor. */
  code?: PendingCode;
  /** Until when the page shows the approval, in epoch milliseconds. */
  expiresAt: number;
  version: number;
}

const decodeLink = rowDecoder<ApprovalLink>({
  organizationId: 'string',
  approvalId: 'string',
  userId: 'string',
  expiresAt: 'number',
  version: 'number',
});

/** How long after the end of an approval its page still says how it has ended. */
export const LINK_KEPT_MS = 30 * DAY;

function key(hash: string): Key {
  return { pk: `${PREFIX.approvalLink}${hash}`, sk: 'LINK' };
}

/** What the HMAC of a code is bound to. */
export function approvalCodeContext(hash: string): string {
  return `${key(hash).pk}/code`;
}

export function insertApprovalLink(hash: string, link: ApprovalLink): Change {
  return insert({ ...key(hash), ...link, expires_at: epochSeconds(link.expiresAt) });
}

/** Replaces a link, if no one has changed it since it was read: of concurrent guesses, each is counted. */
export function replaceApprovalLink(link: Row<ApprovalLink>): Change {
  return replaceVersion({ ...link, version: link.version + 1 });
}

/** The link of a token, unless it has expired. */
export async function findApprovalLink(
  table: Table,
  hash: string,
  now: number,
): Promise<Row<ApprovalLink> | undefined> {
  const link = await getRow(table, decodeLink, key(hash), { strong: true });
  return link !== undefined && now < link.expiresAt ? link : undefined;
}
