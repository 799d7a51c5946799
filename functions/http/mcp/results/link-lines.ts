import type { FullMessage } from './mail-record.ts';
import { estimateTokens } from './tokens.ts';
import { oneLine } from './untrusted.ts';

/** What the targets of links have of a result, unless all of them are asked for. Newsletters have dozens of links. */
const MAX_LINK_TOKENS = 1000;

/** What the lines are made of: a message, also one of a thread. */
export type LinkedMessage = Pick<FullMessage, 'direction' | 'links'>;

/** The targets of the links of a message, below its text. */
export interface LinkLines {
  readonly lines: readonly string[];
  /** How many links are not among them. */
  readonly omitted: number;
}

/**
 * A line for each link of a received message: its number, its label and its target, whether following it confirms
 * something, and what is odd about it. A target that several links have is shown once. Without `all`, only as many as
 * leave room for the text.
 */
export function linkLines({ direction, links = [] }: LinkedMessage, { all }: { readonly all: boolean }): LinkLines {
  if (direction === 'outbound') return { lines: [], omitted: 0 };
  const lines = distinctLinks(links).map(lineOf);
  if (all) return { lines, omitted: 0 };
  let left = MAX_LINK_TOKENS;
  const end = lines.findIndex((line) => {
    left -= estimateTokens(line);
    return left < 0;
  });
  const shown = end === -1 ? lines : lines.slice(0, Math.max(1, end));
  return { lines: shown, omitted: lines.length - shown.length };
}

/** A text with the targets of its links below it. */
export function withLinkLines(body: string, { lines }: Pick<LinkLines, 'lines'>): string {
  const links = lines.length === 0 ? '' : ['Links:', ...lines].join('\n');
  return [body, links].filter((part) => part !== '').join('\n\n');
}

/** How many links are not among the lines, and how to get them; empty if all are. */
export function linksOmitted({ omitted }: Pick<LinkLines, 'omitted'>, way: string): string {
  return omitted === 0 ? '' : `${omitted} of the links. ${way}`;
}

type Link = NonNullable<FullMessage['links']>[number];

/** The first link to each target. One that is odd in another way stays. */
function distinctLinks(links: readonly Link[]): Link[] {
  const first = new Map<string, Link>();
  for (const link of links) {
    const key = JSON.stringify([link.url, link.warnings]);
    if (!first.has(key)) first.set(key, link);
  }
  return [...first.values()];
}

function lineOf({ id, text, url, warnings, confirms }: Link): string {
  const [label, target] = [oneLine(text), oneLine(url)];
  const named = label === '' || label === target ? target : `${label}: ${target}`;
  const notes = [...(confirms === true ? ['confirms'] : []), ...warnings];
  return `[${id}] ${named}${notes.length === 0 ? '' : ` (${notes.join(', ')})`}`;
}
