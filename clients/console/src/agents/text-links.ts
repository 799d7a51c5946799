import type { MailLink } from '../../../typescript/src/index.ts';

/** A link in an email, as a person is asked about it before it is opened. */
export interface TextLink {
  /** What the email shows in its place. */
  readonly text: string;
  /** The label of a link that the text refers to by its number. */
  readonly label?: string;
  /** Where it leads. */
  readonly address: string;
  /** What is suspicious about it, as codes. */
  readonly warnings: readonly string[];
}

/** A part of a text: words, or a link. */
type TextPart = string | TextLink;

/** Addresses that mail programs make links of, and the numbers that `text` has behind the labels of links. */
const LINK = /\b(?:https?:\/\/|www\.|mailto:)[^\s<>"'`]+|\[\d{1,4}\]/gi;
/** What follows an address in a sentence and is no part of it. */
const AFTER = /[.,;:!?)\]}*_]+$/;

/** A text in parts, of which each link knows where it leads. `links` are those of the message, by number. */
export function partsOf(text: string, links: readonly MailLink[] = []): readonly TextPart[] {
  const parts: TextPart[] = [];
  let end = 0;
  for (const { 0: found, index } of text.matchAll(LINK)) {
    const link = found.startsWith('[') ? numbered(found, links) : written(found, links);
    if (link === undefined) continue;
    parts.push(text.slice(end, index), link);
    end = index + link.text.length;
  }
  return [...parts, text.slice(end)].filter((part) => part !== '');
}

function numbered(text: string, links: readonly MailLink[]): TextLink | undefined {
  const link = links.find(({ id }) => id === Number(text.slice(1, -1)));
  return link && { text, label: link.text, address: absolute(link.url), warnings: link.warnings };
}

function written(found: string, links: readonly MailLink[]): TextLink {
  const text = balanced(found);
  const address = absolute(/^www\./i.test(text) ? `http://${text}` : text);
  return { text, address, warnings: warningsOf(address, links) };
}

/** An address without what follows it in the sentence. A closing bracket is part of it if it has the opening one. */
function balanced(found: string): string {
  const text = found.replace(AFTER, '');
  const hasOpen = text.includes('(') && !text.includes(')');
  return hasOpen && found.charAt(text.length) === ')' ? `${text})` : text;
}

/** The warnings of the message about an address. */
export function warningsOf(address: string, links: readonly MailLink[]): readonly string[] {
  return [...new Set(links.filter(({ url }) => absolute(url) === address).flatMap(({ warnings }) => warnings))];
}

/** An address in the form that a browser would request; unchanged if it is none. */
function absolute(address: string): string {
  return URL.canParse(address) ? new URL(address).href : address;
}

/** An address in three parts: what precedes the host, the host, and what follows. */
interface ShownAddress {
  readonly before: string;
  readonly host: string;
  readonly after: string;
  /** Whether a browser opens it as a page. */
  readonly isPage: boolean;
  /** What the address itself has that deceives people. */
  readonly doubts: readonly string[];
}

/** Splits an address so that the host can be emphasized: it alone says who gets the request. */
export function shownAddress(address: string): ShownAddress {
  const url = URL.canParse(address) ? new URL(address) : undefined;
  if (url === undefined || url.host === '') return { before: address, host: '', after: '', isPage: false, doubts: [] };
  const { protocol, username, password, host, hostname, href } = url;
  const login = username === '' && password === '' ? '' : `${username}${password === '' ? '' : `:${password}`}@`;
  const before = `${protocol}//${login}`;
  return {
    before,
    host,
    after: href.slice(before.length + host.length),
    isPage: protocol === 'http:' || protocol === 'https:',
    doubts: [
      ...(login === '' ? [] : ['What precedes the @ is not the site.']),
      ...(/(?:^|\.)xn--/.test(hostname) ? ['The name of the site has letters of other scripts.'] : []),
      ...(/^[\d.]+$|^\[/.test(hostname) ? ['The site has a number in place of a name.'] : []),
      ...(protocol === 'http:' ? ['The connection is not encrypted.'] : []),
    ],
  };
}
