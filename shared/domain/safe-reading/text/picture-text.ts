import { type RenderedStyle, sightOf } from '../css/rendered-style.ts';
import type { MailElement } from '../html/mail-tree.ts';

/** Pixels of a picture that counts readers and shows nothing. */
const MIN_SIZE = 5;
/** A text that a person knows from the picture, such as the name of a company. */
const LABEL = /^(?=.{1,20}$)\S+(?: \S+)?$/s;

/**
 * Whether the text of a picture is seen in place of a picture that is not loaded: programs show it if the box of the
 * picture has room for it. Short texts are names of what the picture shows.
 */
export function isPictureTextSeen(picture: MailElement, style: RenderedStyle): boolean {
  const { attributes } = picture;
  const text = attributes.alt ?? '';
  const [width, height] = [sizeOf(attributes, 'width'), sizeOf(attributes, 'height')];
  if (!hasSize(picture)) return false;
  if (LABEL.test(text.trim())) return true;
  if (sightOf(style) !== 'seen') return false;
  if (width === undefined || height === undefined) return true;
  const size = Math.max(style.font, 10);
  return text.length * 0.6 * size * 1.2 * size <= width * height;
}

/** Whether a picture is large enough to show anything. */
export function hasSize({ attributes }: MailElement): boolean {
  return (['width', 'height'] as const).every((name) => (sizeOf(attributes, name) ?? MIN_SIZE) >= MIN_SIZE);
}

/** A size in pixels that an attribute or a style gives. */
function sizeOf({ style = '', ...attributes }: Readonly<Record<string, string>>, name: 'width' | 'height') {
  const [, pixels] =
    new RegExp(`(?:^|[;\\s])${name}\\s*:\\s*(\\d+(?:\\.\\d+)?)(?:px)?\\s*(?:!important\\s*)?(?:;|$)`, 'i').exec(
      style,
    ) ?? [];
  const value = pixels ?? attributes[name];
  return value !== undefined && /^\s*\d+(?:\.\d+)?(?:px)?\s*$/.test(value) ? Number.parseFloat(value) : undefined;
}
