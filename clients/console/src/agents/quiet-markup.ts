import { foldQuotes } from './fold-quotes.ts';
import { type InlineImages, namedContentId } from './inline-images.ts';
import { LINKS, listLinks, type MailLink } from './mail-links.ts';
import { trusted } from './trusted-markup.ts';

/**
 * Elements that can load other documents, replace this one, or give a link its address later. The policy of the frame
 * refuses their requests, but Chromium opens the connection before it asks the policy, and a sender would see that the
 * email was opened. A template may become part of the page without being found here.
 */
const LOUD =
  'iframe, frame, frameset, object, embed, applet, portal, fencedframe, link, base, meta, script, template, noscript, ' +
  'animate, set';

/**
 * Attributes that lead away from the email, or that report to a host. Chromium looks up and connects to the host of a
 * link ahead of the click, and a click in the frame would replace the email.
 */
const LEADING = ['action', 'attributionsrc', 'download', 'formaction', 'formtarget', 'ping', 'srcdoc', 'target'];

const SVG = 'http://www.w3.org/2000/svg';

/** Serializing and reparsing can change the meaning of markup; a few rounds are enough for any real email. */
const MAX_ROUNDS = 4;

/** An email without anything that leads away from it. */
export interface QuietMail {
  readonly markup: string;
  /** Where the links led. */
  readonly links: readonly MailLink[];
}

/**
 * The HTML of an email without links and anything else that could connect to other hosts or replace the email, and with
 * the images attached to it; empty if that cannot be guaranteed.
 */
export function quietMarkup(markup: string, images: InlineImages, foldsQuotes = false): QuietMail {
  let current = markup;
  let links: readonly MailLink[] = [];
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    // Parsed like this, a document loads nothing and runs nothing.
    const inert = new DOMParser().parseFromString(trusted(current), 'text/html');
    if (round === 0) {
      links = listLinks(inert);
      showImages(inert, images);
      if (foldsQuotes) foldQuotes(inert);
    }
    const isQuiet = !silence(inert);
    if (isQuiet && round > 0) return { markup: current, links };
    current = inert.documentElement.outerHTML;
  }
  return { markup: '', links };
}

/** Removes what is loud. Returns whether there was any. */
function silence(inert: Document): boolean {
  const loud = [...inert.querySelectorAll(LOUD)];
  for (const element of loud) element.remove();
  const leading = [...inert.querySelectorAll('*')].flatMap((element) =>
    [...element.attributes].filter((attribute) => leads(element, attribute)),
  );
  for (const attribute of leading) attribute.ownerElement?.removeAttributeNode(attribute);
  return loud.length + leading.length > 0;
}

/** Only references within an SVG graphic, and its embedded images, keep an address. */
function leads(element: Element, { name, value }: Attr): boolean {
  const lower = name.toLowerCase();
  if (LEADING.includes(lower)) return true;
  if (lower !== 'href' && lower !== 'xlink:href') return false;
  const isEmbedded = element.localName === 'image' && /^\s*data:image\//i.test(value);
  const isWithin = value.trim().startsWith('#') || isEmbedded;
  return element.namespaceURI !== SVG || element.matches(LINKS) || !isWithin;
}

function showImages(inert: Document, images: InlineImages): void {
  for (const element of inert.querySelectorAll('img[src]')) {
    const image = images.get(namedContentId(element.getAttribute('src') ?? '') ?? '');
    if (image !== undefined) element.setAttribute('src', image);
  }
}
