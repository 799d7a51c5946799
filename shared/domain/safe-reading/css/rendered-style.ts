import { BLACK, type Color, colorOf, contrastOf, over, WHITE } from './css-color.ts';
import { type LengthBase, pixelsOf } from './css-length.ts';
import { HAS_VARIABLE, MAX_CUSTOM_PROPERTIES, replaceVariables } from './custom-properties.ts';
import type { Declarations } from './declarations.ts';
import { type ElementTraits, FAR, INHERITED, isOutOfSight } from './out-of-sight.ts';

/** How an element is shown, as far as it decides whether its text is seen. */
export interface RenderedStyle {
  /** Whether nothing of the element and what it contains is seen. */
  readonly isGone: boolean;
  readonly isVisible: boolean;
  /** Whether `display` puts the element on lines of its own. Not inherited. */
  readonly isOwnLine: boolean;
  /** The product of the opacities of the element and those around it. */
  readonly opacity: number;
  /** The size of the font in pixels. */
  readonly font: number;
  readonly color: Color;
  /** The color behind the text; `undefined` if an image may be there. */
  readonly ground: Color | undefined;
  /** The indent of first lines in pixels. */
  readonly indent: number;
  /** The values of custom properties. */
  readonly variables: ReadonlyMap<string, string>;
}

/** The style of a document without any declarations. */
export const INITIAL_STYLE: RenderedStyle = {
  isGone: false,
  isVisible: true,
  isOwnLine: false,
  opacity: 1,
  font: 16,
  color: BLACK,
  ground: WHITE,
  indent: 0,
  variables: new Map(),
};

/** Text is not seen below these: its size in pixels, its opacity, and its contrast with what is behind it. */
const MIN_FONT = 2;
const MIN_OPACITY = 0.1;
const MIN_CONTRAST = 1.15;
/** Whether text directly in an element with this style is seen. */
export function showsText(style: RenderedStyle): boolean {
  if (style.isGone || !style.isVisible) return false;
  if (style.font < MIN_FONT || style.opacity < MIN_OPACITY || style.indent <= -FAR) return false;
  if (style.color.alpha < MIN_OPACITY) return false;
  return style.ground === undefined || contrastOf(over(style.color, style.ground), style.ground) >= MIN_CONTRAST;
}

/** The style of an element, from that of the element around it and its own declarations. */
export function styleWithin(around: RenderedStyle, declarations: Declarations, traits: ElementTraits): RenderedStyle {
  if (declarations.size === 0) return around.isOwnLine ? { ...around, isOwnLine: false } : around;
  return new StyleReader(around, declarations, traits).read();
}

const OWN_LINE = /^(?:block|flex|flow-root|grid|list-item|table.*)$/;
const FONT_SIZES: Readonly<Record<string, number>> = {
  'xx-small': 9,
  'x-small': 10,
  small: 13,
  medium: 16,
  large: 18,
  'x-large': 24,
  'xx-large': 32,
  'xxx-large': 48,
};

class StyleReader {
  readonly #around: RenderedStyle;
  readonly #declarations: Declarations;
  readonly #traits: ElementTraits;
  readonly #variables: ReadonlyMap<string, string>;

  constructor(around: RenderedStyle, declarations: Declarations, traits: ElementTraits) {
    this.#around = around;
    this.#declarations = declarations;
    this.#traits = traits;
    const own = [...declarations].filter(([name]) => name.startsWith('--')).slice(0, MAX_CUSTOM_PROPERTIES);
    this.#variables =
      own.length === 0
        ? around.variables
        : new Map([
            ...[...around.variables].slice(0, MAX_CUSTOM_PROPERTIES),
            ...own.map(([name, { value }]) => [name, value] as const),
          ]);
  }

  read(): RenderedStyle {
    const around = this.#around;
    const font = this.#font();
    const base = { font, whole: 0 };
    const indent = this.#length('text-indent', base);
    const visibility = this.#value('visibility');
    return {
      isGone: around.isGone || this.#isGone(base),
      isVisible:
        visibility === undefined || INHERITED.has(visibility)
          ? around.isVisible
          : visibility === 'visible' || visibility === 'initial',
      isOwnLine: OWN_LINE.test(this.#value('display') ?? ''),
      opacity: around.opacity * this.#opacity(),
      font,
      color: this.#color(),
      ground: this.#ground(),
      indent: indent ?? around.indent,
      variables: this.#variables,
    };
  }

  /** The value of a property with its variables replaced, or `undefined` if it is not declared. */
  #value(property: string): string | undefined {
    const declared = this.#declarations.get(property)?.value;
    if (declared === undefined || !HAS_VARIABLE.test(declared)) return declared;
    return replaceVariables(declared, this.#variables);
  }

  #length(property: string, base: LengthBase): number | undefined {
    const value = this.#value(property);
    return value === undefined ? undefined : pixelsOf(value, base);
  }

  #font(): number {
    const around = this.#around.font;
    const size = this.#value('font-size') ?? sizeInShorthand(this.#value('font'));
    if (size === undefined || INHERITED.has(size)) return around;
    if (size === 'smaller') return around / 1.2;
    if (size === 'larger') return around * 1.2;
    if (Object.hasOwn(FONT_SIZES, size)) return FONT_SIZES[size] as number;
    if (size === 'initial') return INITIAL_STYLE.font;
    const pixels = pixelsOf(size, { font: around, whole: around });
    return pixels === undefined || pixels < 0 ? around : pixels;
  }

  #opacity(): number {
    const [, filtered] = /\bopacity\(([^)]*)\)/.exec(this.#value('filter') ?? '') ?? [];
    return share(this.#value('opacity')) * share(filtered);
  }

  #color(): Color {
    const value = this.#value('-webkit-text-fill-color') ?? this.#value('color');
    if (value === undefined || INHERITED.has(value) || value === 'currentcolor') return this.#around.color;
    return value === 'initial' ? BLACK : (colorOf(value) ?? this.#around.color);
  }

  #ground(): Color | undefined {
    const { ground } = this.#around;
    const shorthand = this.#value('background');
    const image = this.#value('background-image') ?? shorthand ?? '';
    if (/\burl\(|gradient\(|image\(|image-set\(/.test(image)) return undefined;
    const value = this.#value('background-color') ?? shorthand;
    const color = value === undefined ? undefined : firstColor(value);
    if (color === undefined) return ground;
    return color.alpha === 1 ? color : ground && over(color, ground);
  }

  #isGone(base: LengthBase): boolean {
    if (this.#value('display') === 'none' || this.#value('content-visibility') === 'hidden') return true;
    return isOutOfSight((property) => this.#value(property), base, this.#traits);
  }
}

/** An opacity from 0 to 1, as a number or a percentage. */
function share(value: string | undefined): number {
  if (value === undefined) return 1;
  const number = pixelsOf(value, { font: 16, whole: 1 });
  return number === undefined ? 1 : Math.min(Math.max(number, 0), 1);
}

/** The size in `font: italic 12px/1.5 Arial`: it comes before the slash or the family. */
function sizeInShorthand(font: string | undefined): string | undefined {
  if (font === undefined) return undefined;
  return font
    .split(/[\s/]+/)
    .slice(0, 6)
    .find((part) => Object.hasOwn(FONT_SIZES, part) || (/^[+.\d]/.test(part) && !/^[1-9]00$/.test(part)));
}

/** The color in a value of `background`, where it may stand among other parts. */
function firstColor(value: string): Color | undefined {
  const whole = colorOf(value);
  if (whole !== undefined) return whole;
  for (const part of value.match(/[a-z-]+\([^)]*\)|[^\s]+/g)?.slice(0, 10) ?? []) {
    const color = colorOf(part);
    if (color !== undefined) return color;
  }
  return undefined;
}
