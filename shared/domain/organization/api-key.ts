import { createHash, hkdfSync, randomBytes } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { CELL } from '../ids/cell.ts';

/**
 * The text of an API key: `aid_org_` or `aid_agt_`, the character of the cell, 30 base62 characters (178 random bits),
 * and 6 characters of a CRC-32 of all characters before, so that a mistyped or truncated key is refused without a read.
 * A login token has the same form, with `aid_usr_`, and a short key with `aid_sat_`; so have the access tokens
 * (`aid_oat_`), refresh tokens (`aid_ort_`) and codes (`aid_oac_`) of OAuth, and the call tokens of the MCP server
 * (`aid_mct_`). Keys that were made before there were cells lack its character, and stay valid.
 *
 * See: docs/contract/authentication.md#keys.
 */
export type ApiKeyKind = 'org' | 'agt' | 'usr' | 'sat' | 'oat' | 'ort' | 'oac' | 'mct';

const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const RANDOM_LENGTH = 30;
const CHECK_LENGTH = 6;
const FORM = /^aid_(?:org|agt|usr|sat|oat|ort|oac|mct)_[0-9A-Za-z]{36,37}$/;

/** The number of leading characters of a key that lists show. */
export const KEY_PREFIX_LENGTH = 12;

export function generateApiKey(kind: ApiKeyKind): string {
  const body = `aid_${kind}_${CELL}${randomBase62(RANDOM_LENGTH)}`;
  return body + checksum(body);
}

/**
 * The credential of a kind that follows from `seed`, which must be as hard to guess: an HMAC. The same seed gives the
 * same text, so a credential can be returned again without being stored.
 */
export function credentialOf(kind: ApiKeyKind, seed: string): string {
  // Of 128 bytes, 124 are below 248 on average. That fewer than 30 are does not happen.
  const bytes = new Uint8Array(hkdfSync('sha256', seed, '', `aid credential ${kind}`, 128));
  const body = `aid_${kind}_${CELL}${base62Of(bytes).slice(0, RANDOM_LENGTH)}`;
  return body + checksum(body);
}

/** Whether `text` has the form and the checksum of a key. */
export function isWellFormedApiKey(text: string): boolean {
  return FORM.test(text) && checksum(text.slice(0, -CHECK_LENGTH)) === text.slice(-CHECK_LENGTH);
}

/** The kind of a well-formed key. */
export function kindOfApiKey(key: string): ApiKeyKind {
  return key.slice('aid_'.length, 'aid_'.length + 3) as ApiKeyKind;
}

/** Every place of a text where a key may begin. The lookahead also finds one within what looked like another. */
const ANYWHERE = /(?=(aid_(?:org|agt|usr|sat|oat|ort|oac|mct)_[0-9A-Za-z]{36})([0-9A-Za-z]?))/g;

/** Whether a text holds an API key or another credential of this form at any place. */
export function holdsApiKey(text: string): boolean {
  return [...text.matchAll(ANYWHERE)].some(
    ([, key = '', next = '']) => isWellFormedApiKey(key) || isWellFormedApiKey(key + next),
  );
}

/** The hash that is stored instead of the key. 178 random bits need neither a salt nor a slow hash. */
export function hashApiKey(key: string): string {
  return createHash('sha256').update(key).digest('hex');
}

export function apiKeyPrefix(key: string): string {
  return key.slice(0, KEY_PREFIX_LENGTH);
}

function checksum(body: string): string {
  let value = crc32(body);
  let text = '';
  for (let i = 0; i < CHECK_LENGTH; i++) {
    text = BASE62[value % 62] + text;
    value = Math.floor(value / 62);
  }
  return text;
}

function randomBase62(length: number): string {
  let text = '';
  while (text.length < length) text += base62Of(randomBytes(length));
  return text.slice(0, length);
}

/** Discards bytes above 247, because 248 is the largest multiple of 62 in a byte: every character is equally likely. */
function base62Of(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => (byte < 248 ? BASE62[byte % 62] : '')).join('');
}
