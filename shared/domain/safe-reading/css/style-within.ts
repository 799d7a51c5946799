import { type Box, readBox } from './box-reader.ts';
import { ComputedValues } from './computed-values.ts';
import { BLACK, type Color, colorOf } from './css-color.ts';
import { pixelsOf } from './css-length.ts';
import type { Declarations } from './declarations.ts';
import { isFlex } from './element-defaults.ts';
import { groundWithin } from './ground.ts';
import { INITIAL_STYLE, type RenderedStyle } from './rendered-style.ts';

/** What decides about the style of an element in addition to its declarations. */
export interface StyleContext {
  /** The value of `display` that browsers give the element. */
  readonly display: string;
  /** Whether text is painted with `fill`: in a graphic. Its outermost element has black as its color. */
  readonly graphic: 'none' | 'outermost' | 'inner';
  readonly isQuirky: boolean;
  /** What rules say about animations, fonts and custom properties. */
  readonly animations: ReadonlyMap<string, readonly Declarations[]>;
  readonly ownFonts: ReadonlySet<string>;
  readonly registered: ReadonlySet<string>;
}

/** The style of an element, and its box. */
export interface Styled {
  readonly style: RenderedStyle;
  /** `undefined`: an ordinary one, without declarations. */
  readonly box: Box | undefined;
  /** Whether the element paints a ground. */
  readonly isPainted: boolean;
}

const FONT_SIZES: Readonly<Record<string, number>> = {
  'xx-small': 9,
  'x-small': 10,
  small: 13,
  medium: 16,
  large: 18,
  'x-large': 24,
  'xx-large': 32,
  'xxx-large': 48,
  '-webkit-xxx-large': 48,
};
/** Fonts in which letters are signs. */
const SIGNS =
  /^(?:wingdings|webdings|symbol|zapf ?dingbats|marlett|font ?awesome|material (?:icons|symbols)|glyphicons|icomoon|fontello|ionicons|dashicons|bootstrap-icons|adobe blank|blank)/;
const FILTER = /^(?:(?:grayscale|sepia|saturate|hue-rotate|opacity)\([^()]*\)\s*)+$/;

/** The style of an element, from that of the element around it and its own declarations. */
export function styleWithin(around: RenderedStyle, declarations: Declarations, context: StyleContext): Styled {
  if (declarations.size > 0 || context.registered.size > 0 || context.graphic === 'outermost')
    return new StyleReader(around, declarations, context).read();
  const { display } = context;
  const isInFlex = isFlex(around.display);
  const isSame = around.display === display && around.isInFlex === isInFlex && around.height === undefined;
  return {
    style: isSame ? around : { ...around, display, isInFlex, height: undefined },
    box: undefined,
    isPainted: false,
  };
}

class StyleReader {
  readonly #around: RenderedStyle;
  readonly #values: ComputedValues;
  readonly #context: StyleContext;
  #isDoubtful: boolean;

  constructor(around: RenderedStyle, declarations: Declarations, context: StyleContext) {
    this.#around = around;
    this.#context = context;
    this.#values = new ComputedValues(declarations, around.variables, context);
    this.#isDoubtful = around.isDoubtful || this.#values.isDoubtful;
  }

  read(): Styled {
    const around = this.#around;
    const font = this.#font();
    const display = this.#display();
    const box = readBox(this.#values, around, display, font);
    const color = this.#color();
    const ground = groundWithin(
      around.grounds,
      { color: this.#get('background-color'), image: this.#get('background-image'), isPartial: this.#isPartial() },
      color,
    );
    const opacity = around.opacity * this.#opacity();
    const isHidden = display === 'none' || this.#get('content-visibility') === 'hidden';
    this.#checkAnimation();
    const style: RenderedStyle = {
      isGone: around.isGone || isHidden || box.isGone,
      isDoubtful: this.#isDoubtful || box.isDoubtful,
      isVisible: this.#isVisible(),
      display,
      opacity,
      font,
      line: this.#line(font),
      color,
      grounds: ground.colors,
      letters: this.#letters(),
      isOddlySpaced: this.#isOddlySpaced(font),
      indent: this.#indent(font),
      shift: around.shift + box.shift,
      drop: around.drop + box.drop,
      whiteSpace: this.#get('white-space') ?? around.whiteSpace,
      width: box.width,
      height: box.height,
      isClipped: around.isClipped || box.clips,
      anchor: box.isAnchor ? box.width : around.anchor,
      isInFlex: isFlex(around.display),
      isFixedTable: this.#get('table-layout') === 'fixed' || (display !== 'table' && around.isFixedTable),
      variables: this.#values.variables,
    };
    return { style, box, isPainted: ground.isPainted };
  }

  #get(property: string): string | undefined {
    return this.#values.get(property);
  }

  #display(): string {
    const declared = this.#get('display') ?? this.#context.display;
    const display = declared === 'initial' ? 'inline' : declared;
    if (display.includes('(')) this.#isDoubtful = true;
    const isOut = /^(?:absolute|fixed)$/.test(this.#get('position') ?? '');
    // A box out of the flow is a block. See: CSS 2.2, section 9.7.
    return isOut && /^(?:inline|table-)/.test(display) ? 'block' : display;
  }

  #isVisible(): boolean {
    const value = this.#get('visibility');
    if (value === undefined) return this.#around.isVisible;
    if (value.includes('(')) this.#isDoubtful = true;
    return value === 'visible' || value === 'initial';
  }

  /** A length in pixels; `undefined` without one. What is not read is doubtful. */
  #pixels(property: string, font: number, whole: number): number | undefined {
    const value = this.#get(property);
    if (value === undefined) return undefined;
    if (value === 'normal' || value === 'initial') return 0;
    const pixels = pixelsOf(value, { font, whole });
    if (pixels === undefined) this.#isDoubtful = true;
    return pixels;
  }

  #font(): number {
    const around = this.#around.font;
    const size = this.#get('font-size');
    if (size === undefined) return around;
    if (size === 'smaller') return around / 1.2;
    if (size === 'larger') return around * 1.2;
    if (Object.hasOwn(FONT_SIZES, size)) return FONT_SIZES[size] as number;
    if (size === 'initial' || size === 'math') return INITIAL_STYLE.font;
    const pixels = pixelsOf(size, { font: around, whole: around });
    if (pixels === undefined) this.#isDoubtful = true;
    return pixels === undefined || pixels < 0 ? around : pixels;
  }

  #line(font: number): RenderedStyle['line'] {
    const value = this.#get('line-height');
    if (value === undefined) return this.#around.line;
    if (value === 'normal' || value === 'initial') return INITIAL_STYLE.line;
    if (/^[\d.+-]+(?:e\d+)?$/.test(value)) return { factor: Number(value) };
    return { pixels: this.#pixels('line-height', font, font) ?? 1.2 * font };
  }

  #indent(font: number): number {
    return this.#pixels('text-indent', font, this.#around.width) ?? this.#around.indent;
  }

  #isOddlySpaced(font: number): boolean {
    const [letters, words] = ['letter-spacing', 'word-spacing'].map((name) => this.#pixels(name, font, font));
    if (letters === undefined && words === undefined) return this.#around.isOddlySpaced;
    const [between, apart] = [(letters ?? 0) / font, (words ?? 0) / font];
    return between < -0.25 || between > 3 || apart < -0.5 || apart > 6;
  }

  #letters(): RenderedStyle['letters'] {
    const family = this.#get('font-family');
    if (family === undefined) return this.#around.letters;
    const [first = '', ...others] = family.split(',').map((one) => one.replace(/["']/g, '').trim());
    if ([first, ...others].some((one) => this.#context.ownFonts.has(one))) return 'unknown';
    return SIGNS.test(first) ? 'signs' : 'text';
  }

  #opacity(): number {
    const filter = this.#get('filter');
    if (filter !== undefined && filter !== 'none' && filter !== 'initial' && !FILTER.test(filter)) {
      this.#isDoubtful = true;
    }
    const [, filtered] = /\bopacity\(([^()]*)\)/.exec(filter ?? '') ?? [];
    return this.#share(this.#get('opacity')) * this.#share(filtered);
  }

  /** An opacity from 0 to 1, as a number or a percentage. */
  #share(value: string | undefined): number {
    if (value === undefined || value === 'initial') return 1;
    const number = pixelsOf(value, { font: 16, whole: 1 });
    if (number === undefined) this.#isDoubtful = true;
    return number === undefined ? 1 : Math.min(Math.max(number, 0), 1);
  }

  #color(): Color | undefined {
    const { graphic } = this.#context;
    if (graphic !== 'none') {
      const paint = this.#get('fill') ?? (graphic === 'outermost' ? 'black' : 'inherit');
      if (paint === 'inherit') return this.#around.color;
      return paint === 'none' ? { ...BLACK, alpha: 0 } : colorOf(paint === 'initial' ? 'black' : paint);
    }
    const fill = this.#get('text-fill-color');
    const value = fill === undefined || fill === 'currentcolor' ? this.#get('color') : fill;
    if (value === undefined || value === 'currentcolor') return this.#around.color;
    return value === 'initial' ? BLACK : colorOf(value);
  }

  #isPartial(): boolean {
    const size = this.#get('background-size') ?? 'auto';
    return (
      /no-repeat|space|round/.test(this.#get('background-repeat') ?? '') ||
      !/^(?:auto|cover|100%(?: 100%)?|initial)$/.test(size)
    );
  }

  /** An animation may hold any of its states when a person looks. */
  #checkAnimation(): void {
    for (const value of [this.#get('animation'), this.#get('animation-name')]) {
      for (const name of value?.split(/[\s,]+/) ?? []) {
        const frames = this.#context.animations.get(name.replace(/["']/g, ''));
        if (frames?.some(({ size }) => size > 0)) this.#isDoubtful = true;
      }
    }
  }
}
