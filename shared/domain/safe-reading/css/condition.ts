import { propertyName, treatmentOf } from './property-table.ts';
import { longhandsOf } from './shorthands.ts';
import { validityOf } from './value-grammar.ts';

/** Whether something holds; `undefined` if that is not known. */
export type Truth = boolean | undefined;

/** Properties and values of other engines than those of most programs. */
const OTHER_ENGINES = /(?:^|:\s*)-(?:moz|ms|o)-/;

/** The parts of a condition: parentheses, words, and the text of a test without parentheses in it. */
const TOKENS = /\(|\)|[^()\s]+/g;
const MAX_TOKENS = 200;
const MAX_DEPTH = 10;

/**
 * Evaluates a condition of tests in parentheses with `and`, `or` and `not`, as `@media` and `@supports` have them.
 * `test` decides about what is within the innermost parentheses, and about a word without any. A condition that cannot
 * be read does not hold. What is not known stays so, unless the rest decides.
 *
 * See: Media Queries Level 4, section 3; CSS Conditional Rules Level 3, section 6.
 */
export function holds(condition: string, test: (text: string) => Truth): Truth {
  return new Condition(condition, test).holds();
}

class Condition {
  readonly #tokens: readonly string[];
  readonly #test: (text: string) => Truth;
  #at = 0;

  constructor(text: string, test: (text: string) => Truth) {
    const tokens = text.match(TOKENS) ?? [];
    this.#tokens = tokens.length > MAX_TOKENS ? [] : tokens;
    this.#test = test;
  }

  holds(): Truth {
    if (this.#tokens.length === 0) return false;
    const result = this.#any(0);
    return this.#at === this.#tokens.length ? result : false;
  }

  #any(depth: number): Truth {
    let result = this.#all(depth);
    while (this.#take('or')) result = either(result, this.#all(depth));
    return result;
  }

  #all(depth: number): Truth {
    let result = this.#one(depth);
    while (this.#take('and')) result = negated(either(negated(result), negated(this.#one(depth))));
    return result;
  }

  #one(depth: number): Truth {
    if (this.#take('not')) return negated(this.#one(depth));
    if (this.#tokens[this.#at] !== '(') {
      const word = this.#tokens[this.#at++] ?? '';
      // A function such as `selector(a > b)`.
      return this.#tokens[this.#at] === '(' ? this.#test(word + this.#skipped()) : this.#test(word);
    }
    const isNested = depth < MAX_DEPTH && ['(', 'not'].includes(this.#tokens[this.#at + 1] ?? '');
    if (!isNested) return this.#test(this.#skipped().slice(1, -1).trim());
    this.#at += 1;
    const result = this.#any(depth + 1);
    return this.#take(')') ? result : false;
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
    return this.#tokens
      .slice(from, this.#at)
      .join(' ')
      .replace(/(?<=[a-z]) \(/g, '(');
  }

  #take(token: string): boolean {
    if (this.#tokens[this.#at] !== token) return false;
    this.#at += 1;
    return true;
  }
}

function negated(truth: Truth): Truth {
  return truth === undefined ? undefined : !truth;
}

function either(one: Truth, other: Truth): Truth {
  if (one === true || other === true) return true;
  return one === undefined || other === undefined ? undefined : false;
}

/**
 * Whether a browser has what a condition of `@supports` asks for; `undefined` for what is not read. See: CSS
 * Conditional Rules Level 4, section 3.
 */
export function isSupported(condition: string): Truth {
  return holds(condition, (test) => {
    const [, property = '', value = ''] = /^([a-z-]+)\s*:\s*(.*)$/.exec(test) ?? [];
    if (OTHER_ENGINES.test(test) || /^-webkit-(?:overflow-scrolling|touch-callout)$/.test(property)) return false;
    const name = propertyName(property);
    if (name === undefined || treatmentOf(name) !== 'evaluated') return undefined;
    const longhands = longhandsOf(name, value, false);
    if (longhands === undefined) return false;
    return longhands.every(([one, part]) => validityOf(one, part, false) === 'valid') ? true : undefined;
  });
}
