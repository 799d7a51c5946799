/**
 * What the properties of CSS do to the text of an element. This table is the allow-list of the reader: a property that
 * is not in it is not understood, and neither is a value that its entry does not name. Text under a declaration that is
 * not understood is left out.
 *
 * See: docs/safe-reading.md#what-counts-as-hidden.
 */

/** With any value, the words stay readable. */
const HARMLESS = names(`
  accent-color align-content align-items align-self appearance backface-visibility border border-block
  border-block-color border-block-end border-block-start border-block-style border-block-width border-bottom
  border-bottom-color border-bottom-left-radius border-bottom-right-radius border-bottom-style border-bottom-width
  border-collapse border-color border-inline border-inline-end border-inline-start border-left border-left-color
  border-left-style border-left-width border-radius border-right border-right-color border-right-style
  border-right-width border-style border-top border-top-color border-top-left-radius border-top-right-radius
  border-top-style border-top-width border-width box-decoration-break box-sizing break-after break-before
  break-inside caption-side caret-color clear column-fill column-gap column-rule column-rule-color
  column-rule-style column-rule-width counter-increment counter-reset counter-set cursor direction empty-cells
  flex flex-basis flex-direction flex-flow flex-grow flex-shrink flex-wrap fill-opacity font-display
  font-feature-settings font-kerning font-optical-sizing font-smooth font-stretch font-style font-synthesis
  font-variant font-variant-caps font-variant-east-asian font-variant-ligatures font-variant-numeric
  font-variation-settings font-weight forced-color-adjust gap grid-auto-flow grid-column-gap grid-gap
  grid-row-gap hyphenate-character hyphens image-orientation image-rendering initial-letter isolation justify-content
  justify-items justify-self line-break list-style list-style-image list-style-position list-style-type
  max-lines min-block-size min-height object-fit object-position order orphans outline-color outline-style
  overflow-anchor overflow-wrap overscroll-behavior overscroll-behavior-x overscroll-behavior-y page page-break-after
  page-break-before page-break-inside paint-order perspective-origin place-content place-items place-self
  pointer-events print-color-adjust quotes resize row-gap ruby-align ruby-position scroll-behavior scroll-margin
  scroll-margin-top scroll-padding scroll-snap-align scroll-snap-type scrollbar-color scrollbar-gutter
  scrollbar-width speak src tab-size text-align text-align-last text-autospace text-decoration
  text-decoration-color text-decoration-line text-decoration-skip text-decoration-skip-ink text-decoration-style
  text-decoration-thickness text-justify text-overflow text-rendering text-size-adjust text-spacing-trim
  text-transform text-underline-offset text-underline-position text-wrap text-wrap-mode text-wrap-style
  touch-action transform-origin transform-style transition transition-behavior transition-delay
  transition-duration transition-property transition-timing-function user-select widows will-change word-break
  word-wrap background-attachment background-position background-position-x
  background-position-y background-origin animation-delay animation-direction animation-duration
  animation-fill-mode animation-iteration-count animation-play-state animation-timing-function
  supported-color-schemes color-adjust inline alt behavior align valign bgcolor cellpadding cellspacing layout-grid
  layout-grid-mode text-kashida-space text-underline panose-1 tab-stops tab-interval
`);

/** With these values, the words stay readable. */
const READABLE_VALUES: Readonly<Record<string, RegExp>> = {
  'aspect-ratio': /^auto$/,
  'backdrop-filter': /^none$/,
  'background-blend-mode': /^normal$/,
  'background-clip': /^(?:border-box|padding-box|content-box)$/,
  'border-image': /^(?:none|url\((?!["']?data:)[^)]*\)[^,a-z]*(?:stretch|round|repeat|space|\s)*)$/,
  'border-image-outset': /^0$/,
  'border-image-source': /^none$/,
  'border-spacing': /^\d{1,2}(?:\.\d+)?(?:px|pt)?(?:\s+\d{1,2}(?:\.\d+)?(?:px|pt)?)?$/,
  'box-shadow': /^(?:none|(?!.*(?:\binset\b|\d{3}|[1-9]\d(?:\.\d+)?r?em)).*)$/s,
  clip: /^auto$/,
  'clip-path': /^(?:none|inset\(0(?:px|%)?\))$/,
  'color-scheme': /^(?:normal|(?:only )?light(?: dark)?(?: only)?|dark light|light only)$/,
  'column-count': /^(?:auto|1)$/,
  'column-width': /^auto$/,
  columns: /^(?:auto|1)(?: auto)?$/,
  contain: /^(?:none|layout|style|layout style|style layout)$/,
  'container-type': /^normal$/,
  content: /^(?:normal|none|["'].*["'])$/s,
  'font-palette': /^normal$/,
  'font-size-adjust': /^none$/,
  'grid-template-columns': /^(?:none|(?:(?:auto|[\d.]+fr|\d{2,3}px|repeat\([\d\s,.fr]+\))(?:\s+|$))+)$/,
  mask: /^none$/,
  'mask-image': /^none$/,
  'min-inline-size': /^(?:auto|0(?:px)?|\d{1,2}%|100%|\d{1,3}px)$/,
  'mix-blend-mode': /^normal$/,
  outline: /^(?!.*\d{2}(?:px|pt|em|rem)|.*\d(?:em|rem|in|cm)).*$/s,
  'outline-offset': /^-?[0-4](?:px)?$/,
  'outline-width': /^(?:medium|thin|thick|[0-4](?:px)?)$/,
  perspective: /^none$/,
  rotate: /^(?:none|0(?:deg)?)$/,
  'text-emphasis': /^none$/,
  'text-orientation': /^mixed$/,
  'text-security': /^none$/,
  'text-shadow': /^(?:none|(?!.*(?:\b[2-9]\d|\d{3})(?:\.\d+)?(?:px|pt)|.*[1-9](?:\.\d+)?r?em).*)$/s,
  'text-stroke': /^(?:0(?:px)?|none)(?: .*)?$/,
  'text-stroke-width': /^0(?:px)?$/,
  'unicode-bidi': /^(?:normal|embed|isolate|plaintext)$/,
  'writing-mode': /^(?:horizontal-tb|lr-tb|lr)$/,
  zoom: /^(?:normal|1(?:\.0*)?|100%)$/,
};

/** The reader evaluates them: see the files of this folder. */
const EVALUATED = names(`
  animation animation-name background-color background-image background-repeat background-size bottom color content-visibility display fill
  filter float font-family font-size height left letter-spacing line-clamp line-height margin-bottom margin-left margin-right
  margin-top max-height max-width min-width opacity overflow-x overflow-y padding-left padding-right padding-top
  padding-bottom position right scale text-fill-color text-indent top transform translate vertical-align visibility
  table-layout white-space width word-spacing z-index
`);

/** Shorthands, and logical names in a page that is written from left to right and from top to bottom. */
export const SHORTHANDS: ReadonlySet<string> = names(`
  background font inset inset-block inset-inline margin margin-block margin-inline overflow padding padding-block
  padding-inline
`);
const LOGICAL: Readonly<Record<string, string>> = {
  'block-size': 'height',
  'inline-size': 'width',
  'max-block-size': 'max-height',
  'max-inline-size': 'max-width',
  'overflow-block': 'overflow-y',
  'overflow-inline': 'overflow-x',
  ...Object.fromEntries(
    ['margin', 'padding', 'inset'].flatMap((name) => {
      const of = (side: string) => (name === 'inset' ? side : `${name}-${side}`);
      return [
        [`${name}-block-start`, of('top')],
        [`${name}-block-end`, of('bottom')],
        [`${name}-inline-start`, of('left')],
        [`${name}-inline-end`, of('right')],
      ];
    }),
  ),
};

/** Prefixes of other programs, which browsers ignore. */
const IGNORED = /^(?:mso-|-ms-|-moz-|-o-|-khtml-|-epub-|_|\*|x-|o-|ms-|panose-|mce-|-aid-)/;
/** Properties of browsers with this prefix that have no name without it. */
const WEBKIT_HARMLESS = names(`
  box-align box-direction box-flex box-ordinal-group box-orient box-pack font-smoothing hyphenate-character
  margin-after-collapse margin-before-collapse margin-collapse nbsp-mode overflow-scrolling padding-start rtl-ordering
  tap-highlight-color text-decorations-in-effect text-stroke-color touch-callout user-drag user-modify text-resize
  interpolation-mode locale
`);
/** Names with the prefix that stand for another property. */
const WEBKIT_NAMES: Readonly<Record<string, string>> = {
  'margin-start': 'margin-left',
  'margin-end': 'margin-right',
  'margin-before': 'margin-top',
  'margin-after': 'margin-bottom',
  'padding-start': 'padding-left',
  'padding-end': 'padding-right',
  'logical-width': 'width',
  'logical-height': 'height',
  'max-logical-height': 'max-height',
  'max-logical-width': 'max-width',
};

/** What a declaration of a property means to the reader. */
export type Treatment = 'harmless' | 'evaluated' | 'not understood' | RegExp;

/**
 * The name by which a property is read: without the prefix of browsers, and physical for a logical one. It is
 * `undefined` for a property that browsers ignore.
 */
export function propertyName(name: string): string | undefined {
  if (name.startsWith('-webkit-')) {
    const bare = name.slice('-webkit-'.length);
    return WEBKIT_HARMLESS.has(bare) && !Object.hasOwn(WEBKIT_NAMES, bare) ? undefined : (WEBKIT_NAMES[bare] ?? bare);
  }
  if (IGNORED.test(name)) return undefined;
  return Object.hasOwn(LOGICAL, name) ? LOGICAL[name] : name;
}

/** How a property is read, by its name without prefix. */
export function treatmentOf(name: string): Treatment {
  if (HARMLESS.has(name)) return 'harmless';
  if (EVALUATED.has(name) || SHORTHANDS.has(name) || name.startsWith('--')) return 'evaluated';
  return Object.hasOwn(READABLE_VALUES, name) ? (READABLE_VALUES[name] as RegExp) : 'not understood';
}

function names(list: string): ReadonlySet<string> {
  return new Set(list.trim().split(/\s+/));
}
