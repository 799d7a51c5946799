import { CONSENT_SESSION_MS } from '#shared/domain/oauth/lifetimes.ts';
import { epochSeconds } from '#shared/domain/time/time.ts';
import { type Change, insert, removeAnyway } from '../../change.ts';
import { rowDecoder } from '../../decode-row.ts';
import { PREFIX } from '../../table.ts';
import { getRow, type Key, type Table } from '../../table-client.ts';

/**
 * A person who has logged in on the consent page. It is found by the hash of the page's cookie, is good for that page
 * alone, and ends with the decision or after 15 minutes.
 */
export interface ConsentSession {
  hash: string;
  userId: string;
  email: string;
  /** That of the person: a session of an earlier version has ended. */
  passwordVersion: number;
  organizationId: string;
  organizationName: string;
  organizationSlug: string;
  createdAt: number;
}

const decodeConsentSession = rowDecoder<ConsentSession>({
  hash: 'string',
  userId: 'string',
  email: 'string',
  passwordVersion: 'number',
  organizationId: 'string',
  organizationName: 'string',
  organizationSlug: 'string',
  createdAt: 'number',
});

function consentSessionKey(hash: string): Key {
  return { pk: `${PREFIX.consentSession}${hash}`, sk: 'SESSION' };
}

export function insertConsentSession(session: ConsentSession): Change {
  const expires_at = epochSeconds(session.createdAt + CONSENT_SESSION_MS);
  return insert({ ...consentSessionKey(session.hash), ...session, expires_at });
}

/** A session that has not expired. `now` is in epoch milliseconds. */
export async function findConsentSession(table: Table, hash: string, now: number): Promise<ConsentSession | undefined> {
  const session = await getRow(table, decodeConsentSession, consentSessionKey(hash), { strong: true });
  return session !== undefined && session.createdAt + CONSENT_SESSION_MS > now ? session : undefined;
}

/** Ends the session of a cookie, by its hash, if there is one. */
export function endConsentSession(hash: string): Change {
  return removeAnyway(consentSessionKey(hash));
}
