import { addressName, hostName, type Name } from './name.ts';

/** The names of a text: of each its first form in the text is enough. */
interface FoundNames {
  readonly addresses: ReadonlyMap<string, Name>;
  readonly hosts: ReadonlyMap<string, Name>;
}

/** Letters, digits and the signs within and between the labels of a host. */
const RUNS = /[\p{L}\p{N}\p{M}_.-]{3,}/gu;
/** Characters of the part before an `@`, without those that only a quoted one may have (RFC 5322, section 3.2.3). */
const LOCAL = /[\p{L}\p{N}\p{M}!#$%&'*+=?^_`{|}~.-]/u;
const MAX_LOCAL = 64;
const MAX_RUN = 400;
const APART = /[._-]{3,}/;
/** What a host with a scheme may be that is no domain name: an IP address, or a number that stands for one. */
const NUMBERS = /^[0-9][0-9a-fx.]{0,39}$/i;
/** An IP address as people write it; other numbers with dots are dates, times and versions. */
const QUAD = /^\d{1,3}(?:\.\d{1,3}){3}$/;
const BRACKETED = /:\/\/(?:[^\s/@]{0,64}@)?(\[[0-9a-f:.]{2,45}\])/gi;

/** The last labels of what names files. They are no top-level domains. */
const FILE_TYPES: ReadonlySet<string> = new Set([
  ...[
    'asp',
    'aspx',
    'avi',
    'bin',
    'bmp',
    'cfg',
    'cgi',
    'conf',
    'css',
    'csv',
    'dll',
    'doc',
    'docx',
    'eml',
    'exe',
    'gif',
  ],
  ...['gz', 'heic', 'htm', 'html', 'ics', 'ini', 'jar', 'jpeg', 'jpg', 'js', 'json', 'jsp', 'log', 'mjs', 'mp3', 'mp4'],
  ...['odt', 'ods', 'pdf', 'php', 'png', 'ppt', 'pptx', 'rar', 'rtf', 'svg', 'tar', 'tif', 'tiff', 'tmp', 'ts', 'tsx'],
  ...['txt', 'wav', 'webp', 'woff', 'woff2', 'xls', 'xlsx', 'xml', 'yaml', 'yml'],
]);

/** Which names of a text count. */
export interface NamesQuery {
  /** Whether a host counts only in a URL: in HTML much looks like a host that is none. */
  readonly inUrlsOnly?: boolean;
  /** Decides about each name; without it all count. */
  readonly accepts?: (name: Name) => boolean;
}

/**
 * The addresses and hosts of a text that is in its plain form (`plainForm`): those of links, with or without a scheme,
 * and everything that mail programs make a link of. The time is linear in the length of the text.
 */
export function namesInText(text: string, { inUrlsOnly = false, accepts = () => true }: NamesQuery = {}): FoundNames {
  const addresses = new Map<string, Name>();
  const hosts = new Map<string, Name>();
  const add = (name: Name | undefined) => {
    if (name === undefined || !accepts(name)) return;
    (name.kind === 'address' ? addresses : hosts).set(name.name, name);
  };
  for (const { 0: run, index } of text.matchAll(RUNS)) {
    const end = index + run.length;
    if (text[index - 1] === '@') {
      const local = localBefore(text, index - 1);
      for (const host of hostsOf(run)) add(local === '' ? hostName(host) : addressName(`${local}@${host}`));
      // Before the `@` in the URL of a site is a user.
      if (isInUrl(text, index - 1 - local.length)) for (const host of hostsOf(run)) add(hostName(host));
    } else if (text[end] !== '@') {
      const isTarget = isInUrl(text, index);
      const counts = !inUrlsOnly || text[index - 1] === '/';
      for (const host of hostsOf(run))
        if (isTarget || (counts && !isFile(host) && (!NUMBERS.test(host) || QUAD.test(host)))) add(hostName(host));
      if (isTarget && NUMBERS.test(run)) add(hostName(run));
    }
  }
  for (const [, host = ''] of text.matchAll(BRACKETED)) add(hostName(host));
  return { addresses, hosts };
}

/**
 * A run as a host, and what of it comes after signs that no host has, or before a sentence that begins without a blank:
 * `see--evil.example`, `evil.example.Thanks`.
 */
function hostsOf(run: string): string[] {
  if (run.length > MAX_RUN) return run.split(APART).flatMap((part) => (part.length > MAX_RUN ? [] : hostsOf(part)));
  const dashes = run.lastIndexOf('--');
  const isApart = dashes > 0 && !/xn$/i.test(run.slice(0, dashes));
  return isApart ? [...hostsIn(run), ...hostsIn(run.slice(dashes))] : hostsIn(run);
}

function hostsIn(run: string): string[] {
  const host = trimmed(run);
  const labels = host.split('.').filter((label) => label !== '');
  if (labels.length < 2) return [];
  const found = [labels.join('.')];
  const sentence = labels.findIndex((label, at) => at >= 2 && startsSentence(label, labels[at - 1] ?? ''));
  if (sentence >= 2) found.push(labels.slice(0, sentence).join('.'));
  const last = labels.at(-1) ?? '';
  if (labels.length > 2 && FILE_TYPES.has(last.toLowerCase())) found.push(labels.slice(0, -1).join('.'));
  const copy = copiedHost(labels);
  if (copy !== undefined) found.push(copy);
  const glued = last.search(/(?<=\p{Ll})\p{Lu}/u);
  if (glued > 0) found.push([...labels.slice(0, -1), last.slice(0, glued)].join('.'));
  return found;
}

/** The host a copy of which another host serves, in its first label: `www-evil--site-com.translate.goog`. */
function copiedHost([first = '', ...others]: readonly string[]): string | undefined {
  if (others.length < 2 || !/-[a-z]{2,24}$/i.test(first)) return undefined;
  return first.replaceAll('--', '\0').replaceAll('-', '.').replaceAll('\0', '-');
}

function startsSentence(label: string, before: string): boolean {
  return /^\p{Lu}\p{Ll}/u.test(label) && /\p{Ll}$/u.test(before);
}

function isFile(host: string): boolean {
  return FILE_TYPES.has(host.slice(host.lastIndexOf('.') + 1).toLowerCase());
}

function trimmed(run: string): string {
  let [start, end] = [0, run.length];
  while (start < end && /[._-]/.test(run[start] as string)) start += 1;
  while (end > start && /[._-]/.test(run[end - 1] as string)) end -= 1;
  return run.slice(start, end);
}

/** The part of an address before its `@`, without the dots and marks of the sentence before it. */
function localBefore(text: string, at: number): string {
  let start = at;
  while (start > 0 && at - start < MAX_LOCAL && LOCAL.test(text[start - 1] as string)) start -= 1;
  while (start < at && /[.'`*_{}|=?&#!%-]/.test(text[start] as string)) start += 1;
  const local = text.slice(start, at);
  // Of `?cc=ada@example.com` and `a|ada@example.com` the address is what comes last.
  const cut = Math.max(...['=', '&', '?', '|', '#'].map((sign) => local.lastIndexOf(sign)));
  return local.slice(cut + 1);
}

/** What comes before the host of a URL. Browsers read backslashes and fewer slashes in the same way. */
const BEFORE_HOST = /(?:[/\\]{2}|(?:https?|ftp|wss?):[/\\]?)$/i;

function isInUrl(text: string, at: number): boolean {
  return BEFORE_HOST.test(text.slice(Math.max(0, at - 8), at));
}
