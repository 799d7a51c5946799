import type { MailElement } from '../html/mail-tree.ts';

/** The value of `display` that browsers give elements. See: HTML Living Standard, section 15.3. */
const DISPLAYS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    block: `html body address article aside blockquote center dd details dialog dir div dl dt fieldset figcaption figure
      footer form frameset header h1 h2 h3 h4 h5 h6 hgroup hr legend listing main menu nav ol optgroup option p
      plaintext pre search section summary ul xmp`,
    'list-item': 'li',
    table: 'table',
    'table-caption': 'caption',
    'table-row': 'tr',
    'table-row-group': 'tbody thead tfoot',
    'table-cell': 'td th',
    'inline-block': 'button input select textarea marquee img meter progress',
    none: 'area base datalist head link meta noembed noframes param rp script style template title',
  }).flatMap(([display, names]) => names.split(/\s+/).map((name) => [name, display] as const)),
);

/** How an element is shown unless a declaration says otherwise. */
export function defaultDisplay({ name, kind }: MailElement): string {
  if (kind === 'svg' && name === 'svg') return 'inline-block';
  return (kind === 'html' ? DISPLAYS.get(name) : undefined) ?? 'inline';
}

/** Values of `display` of parts of a table, where heights and widths are minimums. */
export function isTablePart(display: string): boolean {
  return /^table(?:-(?!caption)[\w-]+)?$/.test(display);
}

/** Whether an element with this value of `display` is a box of its own, and not part of a line. */
export function isBox(display: string): boolean {
  return !/^(?:inline|contents|ruby|none)$/.test(display);
}

/** Whether an element with this value begins a line and ends one. */
export function isOwnLine(display: string): boolean {
  return /^(?:block|flex|flow-root|grid|list-item|table|table-caption|table-row|table-(?:row|header|footer)-group|-webkit-(?:box|flex)|block .*)$/.test(
    display,
  );
}

/** Whether the boxes in an element with this value are items of a flexible row or of a grid. */
export function isFlex(display: string): boolean {
  return /flex|grid|-webkit-(?:inline-)?box/.test(display);
}
