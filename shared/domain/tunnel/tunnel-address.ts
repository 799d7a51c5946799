import { randomBytes } from 'node:crypto';

const ALPHABET = 'abcdefghijkmnpqrstuvwxyz23456789';
const LENGTH = 26;
const FORM = /^[a-km-np-z2-9]{26}$/;

/**
 * The part of a tunnel's public address that cannot be guessed: 130 random bits. Lower case only, so that it can also
 * be a label of a host name, which has no case (RFC 1035, section 2.3.3).
 */
export function newTunnelAddress(): string {
  // 32 characters: each takes five bits of its byte, and all are equally likely.
  return Array.from(randomBytes(LENGTH), (byte) => ALPHABET[byte & 31]).join('');
}

/** Whether a text has the form of a tunnel's address. All other texts are addresses of no tunnel. */
export function isTunnelAddress(text: string): boolean {
  return FORM.test(text);
}
