import { createHash } from 'node:crypto';
import { makeId, randomPartOf, timeOfId } from '../ids/ids.ts';
import { seenText } from '../safe-reading/seen-value.ts';
import { HOUR } from '../time/time.ts';

/** How long a person who logs in stays logged in. */
export const SESSION_MS = 12 * HOUR;

/** As much of the name of a program as a person needs to recognize it. */
const MAX_USER_AGENT_CHARACTERS = 200;

/** Where a person logged in: from which network address, and with which program. */
export interface SessionOrigin {
  address: string;
  userAgent: string | null;
}

/**
 * The id of a session, by the hash of its token and the time at which it began (epoch milliseconds). It follows from
 * the digest of a digest of 178 random bits, so it leads to neither the token nor its hash. Tokens of release 0.2.0,
 * which knew no sessions, have one too.
 */
export function sessionIdOf(tokenHash: string, createdAt: number): string {
  const digest = createHash('sha256').update(`session ${tokenHash}`).digest();
  return makeId('session', createdAt, randomPartOf(digest));
}

/** When a session ends, in epoch milliseconds. */
export function sessionEnd(id: string): number {
  return timeOfId('session', id) + SESSION_MS;
}

/**
 * The header `user-agent` as it is stored and shown: in one line, without characters that no person sees, and of at
 * most 200 characters. Null if nothing is left.
 */
export function shownUserAgent(header: string | undefined): string | null {
  const text = seenText(header ?? '')
    .toWellFormed()
    .replace(/\s+/g, ' ')
    .trim();
  const shown = Array.from(text).slice(0, MAX_USER_AGENT_CHARACTERS).join('').trimEnd();
  return shown === '' ? null : shown;
}
