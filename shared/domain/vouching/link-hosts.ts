import { mentionedNames, namesInHtml } from './mentioned-names.ts';
import { addressName, type Name } from './name.ts';
import { plainForm } from './plain-form.ts';

/** A text that is sent. */
export interface SentText {
  readonly text: string;
  readonly isHtml?: boolean;
}

/** The addresses that links lead to, and the hosts of links, in what is sent. */
interface LinkTargets {
  readonly addresses: readonly string[];
  readonly hosts: readonly string[];
}

const MAILTO = /mailto:([^\s"'<>?&)\]]{1,320})/gi;
/** Fields of an address of mail that name more recipients. See: RFC 6068, section 2. */
const MAILTO_FIELD = /[?&](?:to|cc|bcc)=([^\s"'<>&)\]]{1,320})/gi;

/**
 * Where the links lead of what is sent: also of a text of which mail programs make a link, and those within other links
 * or encoded in them. An address in a text is none, but one after `mailto:` is.
 */
export function linkTargets(texts: readonly SentText[]): LinkTargets {
  const hosts = new Set<string>();
  const addresses = new Set<string>();
  const addHosts = (names: Iterable<Name>) => {
    for (const { kind, name } of names) if (kind === 'host') hosts.add(name);
  };
  for (const { text, isHtml } of texts) {
    if (isHtml === true) addHosts(namesInHtml(text).values());
    addHosts(mentionedNames(isHtml === true ? withoutTags(text) : text).values());
    const plain = plainForm(text);
    for (const expression of [MAILTO, MAILTO_FIELD]) {
      for (const [, list = ''] of plain.matchAll(expression)) {
        for (const one of list.split(/[,;]/)) {
          const name = addressName(one);
          if (name !== undefined) addresses.add(name.name);
        }
      }
    }
  }
  return { addresses: [...addresses], hosts: [...hosts] };
}

/**
 * A text without what it quotes of another: lines with `>`, and what is in the outermost `blockquote` of HTML. A
 * quotation that has no such form counts as the author's.
 */
export function withoutQuotations({ text, isHtml }: SentText): SentText {
  if (isHtml !== true) return { text: text.replace(/^ ?>.*$/gm, '') };
  const lower = text.toLowerCase();
  const [start, end] = [lower.indexOf('<blockquote'), lower.lastIndexOf('</blockquote')];
  const isQuoting = lower.length === text.length && start >= 0 && end > start;
  return { text: isQuoting ? `${text.slice(0, start)}${text.slice(end)}` : text, isHtml };
}

const UNSEEN = [
  ['<style', '</style'],
  ['<script', '</script'],
  ['<!--', '-->'],
] as const;

/** The text of HTML with everything between its tags, as a whole: what is hidden may be seen by another program. */
function withoutTags(html: string): string {
  let text = html;
  for (const [start, end] of UNSEEN) text = without(text, start, end);
  // Other tags do not end a word, so that a name that is split by one is found.
  return text.replace(/<(?:br|\/p|\/div|\/td|\/li|\/tr|\/h\d)\b[^<>]*>/gi, '\n').replace(/<[^<>]*>/g, '');
}

function without(text: string, start: string, end: string): string {
  const lower = text.toLowerCase();
  if (lower.length !== text.length) return text;
  const kept: string[] = [];
  let at = 0;
  for (;;) {
    const from = lower.indexOf(start, at);
    const to = from < 0 ? -1 : lower.indexOf(end, from);
    if (to < 0) break;
    kept.push(text.slice(at, from));
    at = to;
  }
  kept.push(text.slice(at));
  return kept.join('');
}
