import { domainToUnicode } from 'node:url';
import { parse } from 'tldts-icann';
import confusables from 'unhomoglyph/data.json' with { type: 'json' };
import { PUBLIC_MAIL_PROVIDERS } from './public-mail-providers.ts';

/** The part of a domain that its owner has registered, in ASCII: `bank.co.uk` of `mail.bank.co.uk`. */
interface Registered {
  readonly domain: string;
  /** What the owner has chosen: `bank`. */
  readonly name: string;
  /** What a registry gives names under: `co.uk`. */
  readonly suffix: string;
}

/** A shorter name resembles too many others: `hp` and `hpe`, `apple` and `ample`. */
const MIN_EDITED = 6;
/** A shorter name has other owners under other suffixes: `ing.com`, `ing.org`. */
const MIN_NAME = 4;

/**
 * Whether a domain looks like one of the known ones without being one of them. What is compared is the registered part:
 * a subdomain of a known domain is known, and labels before the registered part prove nothing.
 *
 * Two domains look alike if their names look the same, under the same or another suffix: confusable characters of any
 * script, digits for letters, hyphens. Or if, under the same suffix, one character is added, left out or replaced, or
 * two neighbors are swapped, in names of at least six characters. Domains of public mail providers look like none.
 *
 * See: docs/safe-reading.md#lookalike-domains; Unicode Technical Standard 39, section 4.
 */
export function looksLikeKnown(domain: string, known: Iterable<string>): boolean {
  const own = registeredPart(domain);
  if (own === undefined || PUBLIC_MAIL_PROVIDERS.has(own.domain)) return false;
  const skeleton = skeletonOf(own.name);
  let isAlike = false;
  for (const other of known) {
    const registered = registeredPart(other);
    if (registered === undefined) continue;
    if (registered.domain === own.domain) return false;
    isAlike ||= looksAlike(own, skeleton, registered);
  }
  return isAlike;
}

/** The registered part of a domain, as it is compared; `undefined` for an IP address, a bare suffix or no domain. */
export function registeredDomain(domain: string): string | undefined {
  return registeredPart(domain)?.domain;
}

const PARSING = { extractHostname: false, validateHostname: false } as const;

/** Splits a domain by the suffixes of registries in the Public Suffix List. */
function registeredPart(domain: string): Registered | undefined {
  const { domain: registered, domainWithoutSuffix: name, publicSuffix: suffix } = parse(domain, PARSING);
  return registered && name && suffix ? { domain: registered, name, suffix } : undefined;
}

function looksAlike(own: Registered, skeleton: string, other: Registered): boolean {
  if (Math.abs(own.name.length - other.name.length) > MAX_NAME_DIFFERENCE) return false;
  const isShort = Math.min(own.name.length, other.name.length) < MIN_NAME;
  if (isShort && !isInternational(own.name) && !isInternational(other.name)) return false;
  const otherSkeleton = skeletonOf(other.name);
  if (skeleton === otherSkeleton) return true;
  if (own.suffix !== other.suffix || isOtherNumber(own.name, other.name)) return false;
  return isOneEdit(own.name, other.name) || isOneEdit(skeleton, otherSkeleton);
}

/** An international name in ASCII is longer than what a person sees, by `xn--` and a few characters for each. */
const MAX_NAME_DIFFERENCE = 60;

function isInternational(name: string): boolean {
  return name.startsWith('xn--');
}

/** Digits that stand for letters. Those that are confusable with one have become it before: 0, 1. */
const DIGITS: Readonly<Record<string, string>> = { 3: 'e', 4: 'a', 5: 's', 7: 't', 8: 'b', 9: 'g' };
/** Letters that look the same in the fonts of mail programs, beyond what Unicode lists. */
const SAME_IN_MAIL: Readonly<Record<string, string>> = { i: 'l', j: 'l' };
/** What looks like characters of ASCII, in which almost all names are. */
const PROTOTYPES: Readonly<Record<string, string>> = confusables;
const IS_ASCII = /^[!-~]+$/;
const UNSEEN = /[\p{M}\p{Pd}\p{Pc}\p{Zs}]/gu;

/** The prototypes of the characters of ASCII names, because almost all names are in ASCII. */
const ASCII = new Map(Array.from('abcdefghijklmnopqrstuvwxyz0123456789-_', (one) => [one, prototypeOf(one)]));

/**
 * What a person sees of a name, so that names that look the same are equal. Linear in its length, which DNS bounds.
 *
 * See: Unicode Technical Standard 39, section 4 (skeleton), on names in lower case.
 */
function skeletonOf(name: string): string {
  let skeleton = '';
  if (isInternational(name)) {
    for (const one of (domainToUnicode(name) || name).normalize('NFD').toLowerCase()) skeleton += prototypeOf(one);
  } else {
    for (const one of name) skeleton += ASCII.get(one) ?? prototypeOf(one);
  }
  return skeleton.replaceAll('vv', 'w');
}

function prototypeOf(character: string): string {
  const found = PROTOTYPES[character] ?? '';
  const prototype = (IS_ASCII.test(found) ? found : character).normalize('NFD').toLowerCase().replace(UNSEEN, '');
  return Array.from(prototype, (one) => DIGITS[one] ?? SAME_IN_MAIL[one] ?? one).join('');
}

/**
 * Whether one text of at least six characters becomes the other by adding, leaving out or replacing one, or by swapping
 * two neighbors.
 */
function isOneEdit(a: string, b: string): boolean {
  if (Math.abs(a.length - b.length) > 1 || Math.min(a.length, b.length) < MIN_EDITED || a === b) return false;
  const [short, long] = a.length <= b.length ? [a, b] : [b, a];
  let at = 0;
  while (at < short.length && short[at] === long[at]) at += 1;
  if (short.length < long.length) return short.slice(at) === long.slice(at + 1);
  if (short.slice(at + 1) === long.slice(at + 1)) return true;
  return short[at] === long[at + 1] && short[at + 1] === long[at] && short.slice(at + 2) === long.slice(at + 2);
}

/** Whether names differ in their digits only: `server1` and `server2` are ordinary names. */
function isOtherNumber(a: string, b: string): boolean {
  return a !== b && a.replaceAll(/\d/g, '0') === b.replaceAll(/\d/g, '0');
}
