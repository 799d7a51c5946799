/** A link of an email, as the page lists it. */
export interface MailLink {
  /** Its number in the list, which the frame of the email shows on hover. */
  readonly number: number;
  /** What the email shows in its place. */
  readonly text: string;
  /** Where it leads: an absolute address, in which the host is in its ASCII form. */
  readonly address: string;
  /** The host of a web address, or `undefined` for addresses that a browser does not open as a page. */
  readonly host: string | undefined;
}

/** The elements that a person can follow, in HTML and in SVG. */
export const LINKS = 'a, area';

const MAX_TEXT = 120;
const OPENED = new Set(['http:', 'https:']);
/** The host of an address that is relative to the email, which has no address. */
const NOWHERE = 'https://relative.invalid';

/**
 * Lists the links of a parsed email, each address once, and gives each element that leads to one a title that says
 * where. Links within the email and to relative addresses lead nowhere and are not listed.
 */
export function listLinks(inert: Document): readonly MailLink[] {
  const base = inert.querySelector('base[href]')?.getAttribute('href') ?? '';
  const links = new Map<string, MailLink>();
  for (const element of inert.querySelectorAll(LINKS)) {
    const url = destinationOf(element, base);
    if (url === undefined) continue;
    const { href: address, host } = url;
    const known = links.get(address);
    const number = known?.number ?? links.size + 1;
    const text = known?.text || textOf(element);
    links.set(address, { number, text, address, host: OPENED.has(url.protocol) ? host : undefined });
    element.setAttribute('title', `Link ${number}: ${address}`);
  }
  return [...links.values()];
}

function destinationOf(element: Element, base: string): URL | undefined {
  const href = element.getAttribute('href') ?? element.getAttribute('xlink:href');
  if (href === null || href.trim().startsWith('#')) return undefined;
  const from = URL.canParse(base, NOWHERE) ? new URL(base, NOWHERE) : new URL(NOWHERE);
  const url = URL.canParse(href, from) ? new URL(href, from) : undefined;
  return url?.origin === NOWHERE ? undefined : url;
}

function textOf(element: Element): string {
  const image = element.querySelector('img[alt]') ?? element;
  const text = element.textContent?.trim() || (image.getAttribute('alt') ?? '');
  return text.replace(/\s+/g, ' ').slice(0, MAX_TEXT);
}
