const MAX_NAME_LENGTH = 60;

/** Replaces a name of which nothing remains. */
const UNNAMED = 'your organization';

/**
 * Words that a mail client may turn into a link: a dot before a letter or digit (a domain, with any of the dots that
 * international domain names allow), an address, a scheme, a network path.
 */
const LINKED = /[.\u3002][\p{L}\p{M}\p{N}]|@|:\S|\/\/|\\|^www/iu;

/** Enough digits for a telephone number, which phones turn into a link, or for another code. */
const LONG_NUMBER = /\+?\p{Nd}(?:[\s()./-]*\p{Nd}){5,}/gu;

/**
 * A name that a stranger chose, made safe for the text of an email: short, without control or invisible characters, and
 * without anything that a mail client turns into a link. It is quoted, so that readers see where it begins and ends.
 *
 * `unnamed` is returned where nothing remains.
 *
 * See: docs/decisions/0006-people.md#limits.
 */
export function linkFreeName(name: string, unnamed = UNNAMED): string {
  const words = name
    .normalize('NFKC')
    .replace(/[\p{Cc}\p{Zl}\p{Zp}]/gu, ' ')
    .replace(/[\p{C}"“”„«»]/gu, '')
    .split(/\s+/)
    .filter((word) => !LINKED.test(word));
  const text = words.join(' ').replace(LONG_NUMBER, ' ').replace(/\s+/g, ' ').trim();
  const short = Array.from(text).slice(0, MAX_NAME_LENGTH).join('').trim();
  return /[\p{L}\p{N}]/u.test(short) ? `“${short}”` : unnamed;
}
