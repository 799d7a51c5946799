import { isValidValue } from './valid-values.ts';

/** Properties and values of other engines than those of most programs. */
const OTHER_ENGINES = /(?:^|:\s*)-(?:moz|ms|o)-/;

/** The parts of a condition: parentheses, words, and the text of a test without parentheses in it. */
const TOKENS = /\(|\)|[^()\s]+/g;
const MAX_TOKENS = 200;
const MAX_DEPTH = 10;

/**
 * Evaluates a condition of tests in parentheses with `and`, `or` and `not`, as `@media` and `@supports` have them.
 * `test` decides about what is within the innermost parentheses, and about a word without any. A condition that cannot
 * be read does not hold.
 *
 * See: Media Queries Level 4, section 3; CSS Conditional Rules Level 3, section 6.
 */
export function holds(condition: string, test: (text: string) => boolean): boolean {
  return new Condition(condition, test).holds();
}

class Condition {
  readonly #tokens: readonly string[];
  readonly #test: (text: string) => boolean;
  #at = 0;

  constructor(text: string, test: (text: string) => boolean) {
    const tokens = text.match(TOKENS) ?? [];
    this.#tokens = tokens.length > MAX_TOKENS ? [] : tokens;
    this.#test = test;
  }

  holds(): boolean {
    return this.#tokens.length > 0 && this.#any(0) && this.#at === this.#tokens.length;
  }

  #any(depth: number): boolean {
    let result = this.#all(depth);
    while (this.#take('or')) result = this.#all(depth) || result;
    return result;
  }

  #all(depth: number): boolean {
    let result = this.#one(depth);
    while (this.#take('and')) result = this.#one(depth) && result;
    return result;
  }

  #one(depth: number): boolean {
    if (this.#take('not')) return !this.#one(depth);
    if (this.#tokens[this.#at] !== '(') {
      const word = this.#tokens[this.#at++] ?? '';
      // A function such as `selector(a > b)`.
      return this.#tokens[this.#at] === '(' ? this.#test(word + this.#skipped()) : this.#test(word);
    }
    const isNested = depth < MAX_DEPTH && ['(', 'not'].includes(this.#tokens[this.#at + 1] ?? '');
    if (!isNested) return this.#test(this.#skipped().slice(1, -1).trim());
    this.#at += 1;
    const result = this.#any(depth + 1);
    return this.#take(')') && result;
  }

  /** The text up to the parenthesis that closes the next one. */
  #skipped(): string {
    const from = this.#at;
    let open = 0;
    do {
      const token = this.#tokens[this.#at++];
      if (token === '(') open += 1;
      else if (token === ')') open -= 1;
    } while (open > 0 && this.#at < this.#tokens.length);
    return this.#tokens.slice(from, this.#at).join(' ');
  }

  #take(token: string): boolean {
    if (this.#tokens[this.#at] !== token) return false;
    this.#at += 1;
    return true;
  }
}

/** Whether a browser has what a condition of `@supports` asks for, as far as the properties that are read tell. */
export function isSupported(condition: string): boolean {
  return holds(condition, (test) => {
    const [, property = '', value = ''] = /^([a-z-]+)\s*:\s*(.*)$/.exec(test) ?? [];
    return !OTHER_ENGINES.test(test) && isValidValue(property, value);
  });
}
