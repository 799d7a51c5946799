import { randomBytes } from 'node:crypto';
import { CELL } from '../ids/cell.ts';

const ALPHABET = 'abcdefghijkmnpqrstuvwxyz23456789';
const LENGTH = 26;
const FORM = /^[a-km-np-z2-9]{26,27}$/;

/**
 * The part of a tunnel's public address that cannot be guessed: the character of the cell, and 130 random bits. Lower
 * case only, so that it can also be a label of a host name, which has no case (RFC 1035, section 2.3.3). Addresses that
 * were made before there were cells lack its character, and stay valid.
 */
export function newTunnelAddress(): string {
  // 32 characters: each takes five bits of its byte, and all are equally likely.
  return CELL.toLowerCase() + Array.from(randomBytes(LENGTH), (byte) => ALPHABET[byte & 31]).join('');
}

/** Whether a text has the form of a tunnel's address. All other texts are addresses of no tunnel. */
export function isTunnelAddress(text: string): boolean {
  return FORM.test(text);
}
