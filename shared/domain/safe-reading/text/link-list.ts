import { namesAnotherSite } from '../link-warnings.ts';

/** A link that a person sees. */
export interface ReadLink {
  /** The number that is next to its text, from 1. */
  readonly id: number;
  /** What a person sees of it; '' for a picture without a text. */
  readonly text: string;
  readonly url: string;
  /** The host of the address, or the domain of an email address; '' for any other. */
  readonly host: string;
  /** `link_text_differs`: the text names another site than the address. */
  readonly warnings: readonly string[];
}

const MAX_LINKS = 500;
const MAX_URL = 4_000;
/** A link with more text names no site. */
const MAX_TEXT = 300;
const SCHEMES = /^(?:https?|mailto|tel|sms):$/;
/** Addresses that stand in a text. */
const IN_TEXT = /\bhttps?:\/\/[^\s<>"\u00a0]{1,2000}/gi;

/** Collects the links of a text, each address with each text once. */
export class LinkList {
  readonly #links: ReadLink[] = [];
  readonly #known = new Map<string, ReadLink>();
  readonly #base: string | undefined;

  /** `base`: the address that others are relative to, if the document names one. */
  constructor(base?: string) {
    this.#base = base;
  }

  get all(): ReadLink[] {
    return this.#links;
  }

  /** Adds a link; `undefined` if its address leads nowhere, or if there are too many. */
  add(href: string, label: string): ReadLink | undefined {
    const url = this.#parsed(href);
    if (url === undefined) return undefined;
    const text = label.replace(/\s+/g, ' ').trim().slice(0, MAX_TEXT).toWellFormed();
    const key = `${url.href} ${text}`;
    const known = this.#known.get(key);
    if (known !== undefined || this.#links.length >= MAX_LINKS) return known;
    const warnings = namesAnotherSite({ text, href: url.href }) ? ['link_text_differs'] : [];
    const link = { id: this.#links.length + 1, text, url: url.href, host: hostOf(url), warnings };
    this.#links.push(link);
    this.#known.set(key, link);
    return link;
  }

  /** Adds the addresses that stand in a text. */
  addFromText(text: string): void {
    const known = new Set(this.#links.map(({ url }) => url));
    for (const [found] of text.matchAll(IN_TEXT)) {
      const address = withoutEnd(found);
      const url = this.#parsed(address);
      if (url === undefined || known.has(url.href)) continue;
      known.add(url.href);
      this.add(address, address);
    }
  }

  #parsed(href: string): URL | undefined {
    const trimmed = href.trim();
    if (trimmed === '' || trimmed.length > MAX_URL || trimmed.startsWith('#')) return undefined;
    const url = URL.parse(trimmed, this.#base);
    return url !== null && SCHEMES.test(url.protocol) ? url : undefined;
  }
}

function hostOf(url: URL): string {
  if (url.protocol === 'mailto:') return url.pathname.split('@').at(-1)?.toLowerCase() ?? '';
  return url.hostname;
}

/** An address without the signs of the sentence after it. */
function withoutEnd(address: string): string {
  let end = address.length;
  while (end > 0 && /[.,;:!?'"*_\]>]/.test(address[end - 1] as string)) end -= 1;
  const bare = address.slice(0, end);
  return bare.endsWith(')') && !bare.includes('(') ? bare.slice(0, -1) : bare;
}
