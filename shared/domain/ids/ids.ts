import { randomBytes } from 'node:crypto';
import { decodeTime, encodeTime, ulid } from 'ulid';
import { CELL } from './cell.ts';

/**
 * An id is a type prefix and a ULID (26 characters of Crockford base32, the time first), so that ids sort by time and
 * show what they identify. The character after the time names the cell.
 *
 * See: docs/contract/conventions.md#ids.
 */
export const ID_PREFIX = {
  organization: 'org',
  user: 'usr',
  agent: 'agt',
  apiKey: 'key',
  session: 'ses',
  audit: 'aud',
  grant: 'gra',
  oauthClient: 'ocl',
  mailbox: 'mbx',
  message: 'msg',
  thread: 'thr',
  attachment: 'att',
  draft: 'drf',
  domain: 'dom',
  providerAccount: 'pac',
  contactRule: 'crl',
  contact: 'con',
  task: 'tsk',
  claim: 'clm',
  context: 'ctx',
  a2aRule: 'acr',
  invitation: 'inv',
  secret: 'sec',
  lease: 'lse',
  redemption: 'red',
  tunnel: 'tun',
  webhook: 'whk',
  delivery: 'dlv',
  recovery: 'rec',
  event: 'evt',
  stream: 'str',
  identityToken: 'itk',
  shortKey: 'sat',
  trustedIssuer: 'iss',
  approval: 'apr',
} as const;

export type IdKind = keyof typeof ID_PREFIX;

const ULID_TEXT = /^[0-7][0-9A-HJKMNP-TV-Z]{25}$/;

/** The random half of a ULID: the character of the cell, and 75 random bits as 15 characters. */
const RANDOM_LENGTH = 16;
const TIME_LENGTH = 10;

const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** A new random half. Functions that make ids have it as a parameter, so that tests can use fixed ids. */
export function randomPart(): string {
  // All random bytes at once. On its own, the library looks for a generator and draws each character separately.
  const bytes = randomBytes(RANDOM_LENGTH);
  let drawn = 0;
  return CELL + ulid(0, () => (bytes[drawn++] ?? 0) / 256).slice(TIME_LENGTH + CELL.length);
}

/** An id of `kind` at `time` (epoch milliseconds) with the given random half. */
export function makeId(kind: IdKind, time: number, random: string): string {
  return `${ID_PREFIX[kind]}_${encodeTime(time, TIME_LENGTH)}${random}`;
}

/** The last millisecond a ULID can hold. */
export const MAX_TIME = 2 ** 48 - 1;

/**
 * The nearest time that an id can have. Bounds are calculated from the times of ids and of requests, and a sum may be
 * outside: no record is there, so the bound selects the same records.
 */
function withinTimes(time: number): number {
  return Math.min(MAX_TIME, Math.max(0, time));
}

/** The first id of `kind` that can exist at `time`: an inclusive lower bound for sort keys. */
export function firstIdAt(kind: IdKind, time: number): string {
  return makeId(kind, withinTimes(time), '0'.repeat(RANDOM_LENGTH));
}

/** The last id of `kind` that can exist at `time`: an inclusive upper bound for sort keys. */
export function lastIdAt(kind: IdKind, time: number): string {
  return makeId(kind, withinTimes(time), 'Z'.repeat(RANDOM_LENGTH));
}

/** What sorts directly after an id: an exclusive lower bound for sort keys. */
export function idAfter(id: string): string {
  return `${id}0`;
}

/** The part of an id that depends on its time only. Records that share no time are sorted by it. */
export function idTime(kind: IdKind, time: number): string {
  return `${ID_PREFIX[kind]}_${encodeTime(withinTimes(time), TIME_LENGTH)}`;
}

/** The same of an existing id. */
export function timePartOf(kind: IdKind, id: string): string {
  return id.slice(0, ID_PREFIX[kind].length + 1 + TIME_LENGTH);
}

/** The time in an id, in epoch milliseconds: when its record was created. */
export function timeOfId(kind: IdKind, id: string): number {
  return decodeTime(id.slice(ID_PREFIX[kind].length + 1));
}

/** Whether `text` has the form of an id of `kind`. Callers treat any other text as the id of a missing record. */
export function isId(kind: IdKind, text: string): boolean {
  const prefix = `${ID_PREFIX[kind]}_`;
  return text.startsWith(prefix) && ULID_TEXT.test(text.slice(prefix.length));
}

/** One of `shards` partitions (a power of two, at most 32) for an id, by its last character. All get equally many. */
export function shardOf(id: string, shards: number): number {
  return ALPHABET.indexOf(id.slice(-1)) & (shards - 1);
}

/** The first 75 bits of a digest as the random half of a ULID: ids that follow from what they name. */
export function randomPartOf(digest: Uint8Array): string {
  return CELL + base32(digest.subarray(0, 10)).slice(0, RANDOM_LENGTH - CELL.length);
}

function base32(bytes: Uint8Array): string {
  let text = '';
  let bits = 0;
  let value = 0;
  for (const byte of bytes) {
    value = (value << 8) | byte;
    bits += 8;
    while (bits >= 5) {
      bits -= 5;
      text += ALPHABET[(value >>> bits) & 31];
      value &= (1 << bits) - 1;
    }
  }
  return text;
}
