import type { PendingCode } from '../../domain/code.ts';
import { DAY, epochSeconds } from '../../domain/time.ts';
import { type Change, put, RETRY, replaceVersion } from '../change.ts';
import { rowDecoder } from '../decode-row.ts';
import { PREFIX } from '../table.ts';
import { getRow, type Key, type Table } from '../table-client.ts';

/** A signup that waits for its code: each has its own code, guesses and password. */
export interface PendingSignup extends PendingCode {
  id: string;
  /** What the code opens. `login` lifts a login limit; `nothing`: no code was mailed, and no guess matches. */
  opens: 'account' | 'login' | 'nothing';
  /** Mark of the network address that started it; null if a resend was requested and there was no start. */
  network: string | null;
  organizationName: string;
  organizationSlug: string;
  passwordHash: string;
}

/** All pending signups of an address, oldest first. One row, so that a guess is checked against all and counted once. */
export interface PendingSignups {
  email: string;
  signups: PendingSignup[];
  version: number;
}

const decodePendingSignups = rowDecoder<PendingSignups>({ email: 'string', signups: 'object', version: 'number' });

function signupsKey(email: string): Key {
  return { pk: `${PREFIX.signup}${email}`, sk: 'PENDING' };
}

/** What the code of a signup is bound to. */
export function signupCodeContext(email: string, id: string): string {
  const { pk, sk } = signupsKey(email);
  return `${pk}/${sk}/${id}`;
}

export async function findPendingSignups(table: Table, email: string): Promise<PendingSignups> {
  const row = await getRow(table, decodePendingSignups, signupsKey(email), { strong: true });
  return row ?? { email, signups: [], version: 0 };
}

/** The signups as they changed since they were read. */
export function replacePendingSignups(before: PendingSignups, signups: readonly PendingSignup[]): Change {
  const { email, version } = before;
  return replaceVersion({ ...signupsKey(email), email, signups, version: version + 1, ...timeToLive(signups) }, RETRY);
}

/** A write of the same size that changes no signup: its time must not tell that a code was withheld. */
export function putWithheldSignup(email: string, signup: PendingSignup): Change {
  const signups = [signup];
  return put({ ...signupsKey(email), sk: 'WITHHELD', email, signups, version: 1, ...timeToLive(signups) });
}

/** The row outlives its last code by a day, to tell expired from absent. */
function timeToLive(signups: readonly PendingSignup[]) {
  const last = Math.max(...signups.map(({ expiresAt }) => expiresAt));
  return { expires_at: epochSeconds(last + DAY) };
}
