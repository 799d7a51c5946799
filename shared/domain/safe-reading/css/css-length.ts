/** CSS lengths in pixels, as a window of 1024 × 768 pixels shows them. */
export const WINDOW = { width: 1024, height: 768 } as const;

const ROOT_FONT = 16;
/** See: CSS Values and Units Level 4, sections 5 and 6. */
const PIXELS: Readonly<Record<string, number>> = {
  px: 1,
  pt: 4 / 3,
  pc: 16,
  in: 96,
  cm: 96 / 2.54,
  mm: 9.6 / 2.54,
  q: 2.4 / 2.54,
  rem: ROOT_FONT,
  vw: WINDOW.width / 100,
  vh: WINDOW.height / 100,
  vmin: WINDOW.height / 100,
  vmax: WINDOW.width / 100,
};
/** Units of the font's size. */
const OF_FONT: Readonly<Record<string, number>> = { em: 1, ex: 0.5, ch: 0.5, lh: 1.2 };

const NUMBER = /^([+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d{1,3})?)([a-z%]*)$/;

/** What a length is relative to, in pixels. */
export interface LengthBase {
  readonly font: number;
  /** What a percentage is a part of. */
  readonly whole: number;
}

/**
 * The pixels of a length, a percentage or a simple `calc()`; `undefined` for anything else, such as `auto`.
 */
export function pixelsOf(value: string, base: LengthBase): number | undefined {
  const text = value.trim().toLowerCase();
  if (text.startsWith('calc(') && text.endsWith(')')) return new Sum(text.slice(5, -1), base).value();
  return simplePixels(text, base);
}

function simplePixels(text: string, { font, whole }: LengthBase): number | undefined {
  const [, digits, unit = ''] = NUMBER.exec(text) ?? [];
  if (digits === undefined) return undefined;
  const number = Number(digits);
  if (unit === '') return number;
  if (unit === '%') return (number / 100) * whole;
  const factor = Object.hasOwn(PIXELS, unit) ? PIXELS[unit] : undefined;
  if (factor !== undefined) return number * factor;
  return Object.hasOwn(OF_FONT, unit) ? number * (OF_FONT[unit] as number) * font : undefined;
}

const TOKENS = /(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d{1,3})?[a-z%]*|calc\(|[-+*/()]/gy;
const MAX_TOKENS = 50;

/** The sums and products of a `calc()`. See: CSS Values and Units Level 4, section 10.8. */
class Sum {
  readonly #tokens: string[];
  readonly #base: LengthBase;
  #at = 0;

  constructor(text: string, base: LengthBase) {
    const compact = text.replace(/\s+/g, '');
    const tokens = compact.match(TOKENS) ?? [];
    const isWhole = tokens.join('').length === compact.length && tokens.length <= MAX_TOKENS;
    this.#tokens = isWhole ? tokens : [];
    this.#base = base;
  }

  value(): number | undefined {
    const result = this.#sum();
    return this.#at === this.#tokens.length && Number.isFinite(result) ? result : undefined;
  }

  #sum(): number {
    let result = this.#product();
    for (let sign = this.#take('+', '-'); sign !== undefined; sign = this.#take('+', '-')) {
      result += sign === '+' ? this.#product() : -this.#product();
    }
    return result;
  }

  #product(): number {
    let result = this.#factor();
    for (let sign = this.#take('*', '/'); sign !== undefined; sign = this.#take('*', '/')) {
      result = sign === '*' ? result * this.#factor() : result / this.#factor();
    }
    return result;
  }

  #factor(): number {
    if (this.#take('-') !== undefined) return -this.#factor();
    if (this.#take('+') !== undefined) return this.#factor();
    if (this.#take('(', 'calc(') !== undefined) {
      const inner = this.#sum();
      return this.#take(')') === undefined ? Number.NaN : inner;
    }
    const token = this.#tokens[this.#at++] ?? '';
    return simplePixels(token, this.#base) ?? Number.NaN;
  }

  #take(...accepted: string[]): string | undefined {
    const token = this.#tokens[this.#at];
    if (token === undefined || !accepted.includes(token)) return undefined;
    this.#at += 1;
    return token;
  }
}
