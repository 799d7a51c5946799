import { registeredDomain } from '../safe-reading/lookalike-domain.ts';
import type { Name } from './name.ts';
import { otherSpellings, rotatedBy47 } from './other-alphabets.ts';
import { inAscii, plainForm } from './plain-form.ts';
import { signNamed, withoutWords } from './spelled-out.ts';

/** Characters of the texts that are looked through. */
const MAX_CHARACTERS = 200_000;
/** Shorter names are found by chance, and are parts of other words. */
const MIN_LABEL = 6;
/** How far a name and its top-level domain are apart in a sentence that says both. */
const MAX_APART = 60;
const MIN_HALF = 3;
const MIN_HALVED = 8;

const DIGITS_AS_LETTERS: Readonly<Record<string, string>> = {
  ...{ '0': 'o', '1': 'l', '3': 'e', '4': 'a', '5': 's', '7': 't', '8': 'b', '9': 'g', i: 'l' },
};
const MORSE =
  '.- -... -.-. -.. . ..-. --. .... .. .--- -.- .-.. -- -. --- .--. --.- .-. ... - ..- ...- .-- -..- -.-- --..'.split(
    ' ',
  );
const LETTERS = 'abcdefghijklmnopqrstuvwxyz';

/** A text in which digits and the letters that they look like are the same, without anything else. */
function folded(text: string): string {
  return text.replace(/[^a-z0-9]+/g, '').replace(/[01345789i]/g, (one) => DIGITS_AS_LETTERS[one] ?? one);
}

const withoutDigits = (text: string) => text.replace(/[^a-z]+/g, '');

/** Texts, in the orders in which letters of them may spell a name. */
export class SpellingTexts {
  readonly #plain: string;
  readonly #words: readonly string[];
  readonly #joined: string;
  /** The words without their signs, and what of a word comes after an `@`. */
  readonly #bareWords: ReadonlySet<string>;
  readonly #afterSigns: ReadonlySet<string>;
  /** What letters of the texts spell. A name in one of them is no chance. */
  readonly #streams: readonly string[];

  constructor(texts: readonly string[]) {
    const whole = texts.join('\n').slice(0, MAX_CHARACTERS);
    const ascii = inAscii(plainForm(whole)).toLowerCase();
    // `harbor hyphen ledger` is one word.
    this.#plain = `${ascii}\n${withoutWords(ascii.replace(/\s+/g, ' ')) ?? ''}`;
    this.#words = this.#plain.split(/\s+/).filter((word) => word !== '');
    this.#joined = this.#words.join(' ');
    const bareOf = (word: string) => word.replace(/^.*[@/]/, '').replace(/[^a-z0-9]+/g, '');
    this.#bareWords = new Set(this.#words.map(bareOf));
    this.#afterSigns = new Set(this.#words.filter((word) => word.includes('@')).map(bareOf));
    const parts = this.#plain.split(/[^a-z0-9@.+-]+/).filter((part) => part !== '');
    const single = parts.filter((part) => /^[a-z]$/.test(part));
    const numbers = (this.#plain.match(/\d+/g) ?? []).map((one) => LETTERS[Number(one) - 1] ?? ' ');
    const morse = this.#words.map(
      (word) => LETTERS[MORSE.indexOf(word.replace(/[·•]/g, '.').replace(/[–−]/g, '-'))] ?? '',
    );
    const first = parts.map((part) => (signNamed(part) === undefined ? part.charAt(0) : ''));
    const lines = this.#plain.split('\n').map((line) =>
      line
        .trim()
        .charAt(0)
        .replace(/[^a-z0-9]/, ''),
    );
    const quoted = [...this.#plain.matchAll(/["'`]([^"'`\n]{1,40})["'`]/g)].map(([, one = '']) => one);
    const dense = this.#plain.replace(/\s+/g, '');
    this.#streams = [
      this.#words.map(folded).join('\n'),
      ...[single, numbers, morse, first, lines].map((all) => all.join('')),
      folded(quoted.join('')),
      ...[2, 3].flatMap((step) => strided(dense, step)),
    ];
  }

  /**
   * Whether the texts may say a name, in whatever disguise: as a word with its top-level domain near it, in two halves,
   * by letters of lines or words, by numbers, in another alphabet. To find a given name in texts is much easier than to
   * find all that texts may say.
   */
  mayName({ name }: Name): boolean {
    const domain = name.slice(name.lastIndexOf('@') + 1);
    const registered = registeredDomain(domain) ?? domain;
    const [label = '', ...suffix] = registered.split('.');
    const bare = label.replace(/[^a-z0-9]+/g, '');
    if (bare.length < MIN_LABEL) return false;
    return (
      this.#isWordWith(bare, suffix.at(-1) ?? '') ||
      this.#isHalved(bare, suffix.join('.')) ||
      this.#isSpelled(label, bare)
    );
  }

  #isWordWith(bare: string, top: string): boolean {
    const [wanted, wantedTop] = [folded(bare), folded(top)];
    const distance = MAX_APART + bare.length;
    let at = 0;
    for (const word of this.#words) {
      const start = at;
      at += word.length + 1;
      if (!folded(word).includes(wanted)) continue;
      const near = this.#joined.slice(Math.max(0, start - distance), at + distance);
      if (near.split(/[^a-z0-9]+/).some((one) => folded(one) === wantedTop)) return true;
    }
    return false;
  }

  #isHalved(bare: string, suffix: string): boolean {
    if (bare.length < MIN_HALVED) return false;
    const end = suffix.replaceAll('.', '');
    for (let at = 1; at < bare.length; at++) {
      const [head, tail] = [bare.slice(0, at), bare.slice(at)];
      const isBegun = this.#afterSigns.has(head);
      const isEnded = this.#bareWords.has(`${tail}${end}`);
      if (isBegun && isEnded) return true;
      if (Math.min(head.length, tail.length) < MIN_HALF) continue;
      if ((isBegun && this.#bareWords.has(tail)) || (isEnded && this.#bareWords.has(head))) return true;
    }
    return false;
  }

  #isSpelled(label: string, bare: string): boolean {
    const forms = [bare, ...otherSpellings(bare), turned(bare)];
    const needles = new Set(
      forms.flatMap((form) => [form, withoutDigits(form)]).filter((one) => one.length >= MIN_LABEL),
    );
    const [words = '', ...spelled] = this.#streams;
    const isIn = (needle: string) =>
      spelled.some((stream) => stream.includes(needle) || stream.includes(folded(needle)));
    for (const needle of needles) if (isIn(needle)) return true;
    // A word in another alphabet is no chance; the word itself may be one.
    return (
      forms.slice(1).some((form) => words.includes(folded(form))) ||
      this.#plain.includes(rotatedBy47(label).toLowerCase())
    );
  }
}

const TURNED: Readonly<Record<string, string>> = { n: 'u', u: 'n', b: 'q', q: 'b', d: 'p', p: 'd' };

/** What letters of ASCII stand for that are turned, next to letters of other alphabets that look turned. */
function turned(word: string): string {
  return word.replace(/[nubqdp]/g, (one) => TURNED[one] ?? one);
}

function strided(text: string, step: number): string[] {
  const found = Array.from({ length: step }, () => '');
  const characters = Array.from({ length: step }, (): string[] => []);
  for (let at = 0; at < text.length; at++) characters[at % step]?.push(text[at] as string);
  return found.map((_, phase) => (characters[phase] ?? []).join('').replace(/[^a-z0-9]+/g, ''));
}
