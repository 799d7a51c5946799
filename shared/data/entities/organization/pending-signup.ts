import type { PendingCode } from '#shared/domain/organization/code.ts';
import { DAY, epochSeconds } from '#shared/domain/time/time.ts';
import { type Change, put, RETRY, replaceVersion } from '../../change.ts';
import { rowDecoder } from '../../decode-row.ts';
import { PREFIX } from '../../table.ts';
import { getRow, type Key, type Table } from '../../table-client.ts';

/** A signup that waits for its code. Each has its own code, count of wrong guesses, and password. */
export interface PendingSignup extends PendingCode {
  id: string;
  /** What the code gives. `nothing`: no code was mailed, and no guess matches. */
  opens: 'account' | 'nothing';
  /** The keyed hash of the network address that started it; null for a resend of a signup that was never started. */
  network: string | null;
  organizationName: string;
  organizationSlug: string;
  passwordHash: string;
}

/**
 * All pending signups of an address, oldest first, in one row: a guess is checked against all of them and counted once.
 */
export interface PendingSignups {
  email: string;
  signups: PendingSignup[];
  version: number;
}

const decodePendingSignups = rowDecoder<PendingSignups>({ email: 'string', signups: 'array', version: 'number' });

function signupsKey(email: string): Key {
  return { pk: `${PREFIX.signup}${email}`, sk: 'PENDING' };
}

/** The context (associated data) of the code of a signup. */
export function signupCodeContext(email: string, id: string): string {
  const { pk, sk } = signupsKey(email);
  return `${pk}/${sk}/${id}`;
}

export async function findPendingSignups(table: Table, email: string): Promise<PendingSignups> {
  const row = await getRow(table, decodePendingSignups, signupsKey(email), { strong: true });
  return row ?? { email, signups: [], version: 0 };
}

/** Replaces the pending signups if no one has changed them since they were read. */
export function replacePendingSignups(before: PendingSignups, signups: readonly PendingSignup[]): Change {
  const { email, version } = before;
  return replaceVersion({ ...signupsKey(email), email, signups, version: version + 1, ...timeToLive(signups) }, RETRY);
}

/** A write of the same size that changes no signup, so that the time of a response does not reveal a withheld code. */
export function putWithheldSignup(email: string, signup: PendingSignup): Change {
  const signups = [signup];
  return put({ ...signupsKey(email), sk: 'WITHHELD', email, signups, version: 1, ...timeToLive(signups) });
}

/**
 * The row is kept for a day after its last code has expired, so that an expired code can be told from an absent one.
 */
function timeToLive(signups: readonly PendingSignup[]) {
  const last = Math.max(...signups.map(({ expiresAt }) => expiresAt));
  return { expires_at: epochSeconds(last + DAY) };
}
