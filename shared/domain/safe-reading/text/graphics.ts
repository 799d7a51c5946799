import type { RenderedStyle, Sight } from '../css/rendered-style.ts';
import { isElement, type MailElement, MailText } from '../html/mail-tree.ts';

/** Elements of graphics that paint nothing but text. */
const PLAIN: ReadonlySet<string> = new Set(['svg', 'text', 'tspan', 'a', 'title', 'desc', 'metadata', 'style']);
/** Attributes that move or paint nothing. */
const PLAIN_ATTRIBUTES =
  /^(?:xmlns(?::\w+)?|version|width|height|x|y|fill|fill-opacity|opacity|font-(?:size|family|weight|style)|id|class|style|role|lang|xml:\w+|aria-[\w-]+|href|xlink:href|target|display|visibility)$/;
/** Elements of formulas that show their content as it is. */
const FORMULA: ReadonlySet<string> = new Set(
  'math mrow mi mn mo mtext ms msup msub msubsup mfrac msqrt mroot mover munder munderover mtable mtr mtd semantics mstyle merror'.split(
    ' ',
  ),
);
const FORMULA_ATTRIBUTES =
  /^(?:xmlns|display|id|class|style|dir|lang|displaystyle|mathvariant|stretchy|separator|fence)$/;
/** Pixels of a graphic that shows no text. */
const MIN_SIZE = 8;
const DEFAULT_SIZE = { width: 300, height: 150 } as const;

/** Whether the text of a graphic or formula is seen as far as its own elements decide. */
export function sightOfGraphic(element: MailElement, style: RenderedStyle): Sight {
  if (element.kind === 'math') return isPlain(element, FORMULA, FORMULA_ATTRIBUTES) ? 'seen' : 'doubtful';
  const [width, height] = [sizeOf(element, 'width'), sizeOf(element, 'height')];
  if (Math.min(width, style.width) < MIN_SIZE || Math.min(height, style.height ?? height) < MIN_SIZE) return 'hidden';
  // A style that makes the graphic smaller than its attributes say scales it, or cuts it off.
  if (style.width < width || (style.height ?? height) < height) return 'doubtful';
  if (Number.isNaN(width + height) || !isPlain(element, PLAIN, PLAIN_ATTRIBUTES)) return 'doubtful';
  return element.children.every((node) => !isElement(node) || node.name !== 'text' || isInside(node, width, height))
    ? 'seen'
    : 'doubtful';
}

function isPlain(element: MailElement, names: ReadonlySet<string>, attributes: RegExp): boolean {
  if (/^(?:annotation|annotation-xml|title|desc|metadata)$/.test(element.name)) return true;
  if (!names.has(element.name) || Object.keys(element.attributes).some((name) => !attributes.test(name))) return false;
  return element.children.every((node) => !isElement(node) || isPlain(node, names, attributes));
}

function sizeOf({ attributes }: MailElement, name: 'width' | 'height'): number {
  const value = attributes[name]?.trim();
  if (value === undefined || value === '' || value === 'auto') return DEFAULT_SIZE[name];
  return /^\d+(?:\.\d+)?(?:px)?$/.test(value) ? Number.parseFloat(value) : Number.NaN;
}

/** Whether a text and its parts begin within the graphic and have room in it. */
function isInside(text: MailElement, width: number, height: number): boolean {
  const coordinate = (element: MailElement, name: string, otherwise: number) => {
    const value = element.attributes[name];
    return value === undefined
      ? otherwise
      : /^\d+(?:\.\d+)?(?:px)?$/.test(value)
        ? Number.parseFloat(value)
        : Number.NaN;
  };
  const [x, y] = [coordinate(text, 'x', 0), coordinate(text, 'y', 0)];
  const needed = text.children.reduce((sum, node) => sum + (node instanceof MailText ? node.data.trim().length : 0), 0);
  const isIn = (left: number, top: number) =>
    left >= 0 && left < width - MIN_SIZE && top >= MIN_SIZE && top <= height + 2;
  const parts = text.children.filter(isElement);
  const arePartsIn = parts.every((part) => isIn(coordinate(part, 'x', x), coordinate(part, 'y', y)));
  return isIn(x, y) && arePartsIn && needed * 10 <= width - x + 40;
}
