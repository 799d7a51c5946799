/**
 * The elements of HTML that mail programs put quoted and forwarded messages into. They are the same in every language.
 *
 * Only elements are listed that have nothing else in them. The `div` with the class `gmail_quote` is not: people who
 * reply between the quoted lines write into it, next to the `blockquote` elements with the same class. The same is true
 * of the outer elements of Proton, Zoho and Tuta.
 *
 * Source: replies as these programs write them. See: docs/safe-reading.md#quotations.
 */
export interface ContainerElement {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
}

export type Container = 'quotation' | 'forward' | 'attribution';

/** Classes of `blockquote` elements. Without one, or `type=cite`, a `blockquote` is content with a format. */
const BLOCKQUOTE_CLASSES: ReadonlySet<string> = new Set([
  ...['gmail_quote', 'protonmail_quote', 'tutanota_quote', 'iosymail', 'zmail_quote', 'front-blockquote'],
  ...['freshdesk_quote', 'missive_quote', 'skiff_quote', 'nylas-quote', 'hs_reply'],
]);

/** The ids of `blockquote` elements: Zoho, NetEase, Outlook for Mac, Fastmail. */
const BLOCKQUOTE_IDS: ReadonlySet<string> = new Set([
  ...['blockquote_zmail', 'isreplycontent', 'mac_outlook_attribution_blockquote', 'qt'],
]);

/** Classes of other elements that have a quoted message, and nothing that its reader wrote. */
const CLASSES: Readonly<Record<string, Container>> = {
  yahoo_quoted: 'quotation',
  gmail_attr: 'attribution',
  gmail_quote_attribution: 'attribution',
  'moz-cite-prefix': 'attribution',
  'moz-forward-container': 'forward',
  'ms-outlook-mobile-reference-message': 'quotation',
  applerepliedcontents: 'quotation',
  appleoriginalcontents: 'quotation',
  freshdesk_quote: 'quotation',
  'sh-quoted-content': 'quotation',
  'front-blockquote': 'quotation',
  zd_quoted: 'quotation',
  hey_quoted: 'quotation',
};

const IDS: Readonly<Record<string, Container>> = {
  divrplyfwdmsg: 'attribution',
  'mail-editor-reference-message-container': 'quotation',
  'ms-outlook-mobile-reference-message': 'quotation',
  olk_src_body_section: 'quotation',
  isforwardcontent: 'forward',
  isreplycontent: 'quotation',
  _originalcontent: 'quotation',
  appleoriginalcontents: 'quotation',
  'reply-intro': 'attribution',
};

const MARKERS: Readonly<Record<string, Container>> = {
  __headers__: 'attribution',
  __quoted_text__: 'quotation',
};

const NAMES: Readonly<Record<string, Container>> = { quote: 'quotation', 'quoted-content': 'quotation' };

/** Outlook for Windows, Mac and phones: the line above the header of the quoted message. */
const OUTLOOK_HEADER =
  /border-top: ?(?:solid (?:#e1e1e1|#b5c4df|windowtext) 1(?:\.0)?pt|1(?:\.0)?pt solid (?:#e1e1e1|#b5c4df|rgb\(225, ?225, ?225\)|rgb\(181, ?196, ?223\)))/;
const OUTLOOK_HEADER_PADDING = /padding: ?3(?:\.0)?pt 0/;
/** Outlook for Windows with the setting to indent what is quoted. */
const OUTLOOK_INDENT = /border-left: ?solid blue 1\.5pt; ?padding: ?0[a-z]* 0[a-z]* 0[a-z]* 4(?:\.0)?pt/;

/** Attributes that are longer have no mark. */
const MAX_ATTRIBUTE = 1_000;

/** Whether mail programs put a quoted or forwarded message into this element, or a line that introduces one. */
export function containerOf({ name, attributes }: ContainerElement): Container | undefined {
  const value = (key: string) => attributeOf(attributes, key);
  const classes = value('class').split(/\s+/);
  const id = value('id');
  if (name === 'blockquote') {
    const isQuoted =
      value('type') === 'cite' || classes.some((one) => BLOCKQUOTE_CLASSES.has(one)) || BLOCKQUOTE_IDS.has(id);
    if (isQuoted || attributes['data-skiff-mail'] !== undefined) return 'quotation';
  }
  for (const one of classes) {
    const found = own(CLASSES, one) ?? (/^ydp[0-9a-z]{1,40}yahoo_quoted$/.test(one) ? 'quotation' : undefined);
    if (found !== undefined && isBlock(name)) return found;
  }
  const byId = own(IDS, id) ?? (/^(?:ydp[0-9a-z]{1,40})?yahoo_quoted_\d/.test(id) ? 'quotation' : undefined);
  if (byId !== undefined) return byId;
  // Outlook on the web, before 2016.
  if (/^divrpf\d/.test(id)) return 'attribution';
  const marker = own(MARKERS, value('data-marker'));
  if (marker !== undefined) return marker;
  if (name !== 'div') return undefined;
  const named = own(NAMES, value('name'));
  return named ?? byStyle(value('style'));
}

function byStyle(style: string): Container | undefined {
  const one = style.replace(/\s+/g, ' ');
  if (OUTLOOK_HEADER.test(one) && OUTLOOK_HEADER_PADDING.test(one)) return 'attribution';
  return OUTLOOK_INDENT.test(one) ? 'quotation' : undefined;
}

function attributeOf(attributes: Readonly<Record<string, string>>, key: string): string {
  const value = Object.hasOwn(attributes, key) ? attributes[key] : undefined;
  return value === undefined || value.length > MAX_ATTRIBUTE ? '' : value.trim().toLowerCase();
}

function own(table: Readonly<Record<string, Container>>, key: string): Container | undefined {
  return Object.hasOwn(table, key) ? table[key] : undefined;
}

/** A link or a picture with such a class has no message in it. */
function isBlock(name: string): boolean {
  return name !== 'a' && name !== 'img' && name !== 'br' && name !== 'hr';
}
