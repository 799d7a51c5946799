import { mentionedNames, namesInHtml } from './mentioned-names.ts';
import type { Name } from './name.ts';

/** Where an email has an address or a host. `author`: in its From field, as the one who wrote it. */
export const PLACES = ['author', 'header', 'subject', 'text', 'link', 'quotation', 'hidden', 'attachment'] as const;

export type Place = (typeof PLACES)[number];

/** What the author of an email says, as opposed to what it quotes, hides and has attached. */
export const SAID: ReadonlySet<Place> = new Set<Place>(['author', 'header', 'subject', 'text', 'link']);

/** An address or a host that an email mentions, and where. */
export interface Mention extends Name {
  readonly place: Place;
}

/** What an email mentions. */
export interface Mentions {
  readonly names: readonly Mention[];
  /** Whether these are all: an email may have more text, or more names, than are looked for. */
  readonly isWhole: boolean;
}

/** A text of an email, and where in the email it is. */
export interface PlacedText {
  readonly place: Place;
  readonly text: string;
  /** Whether it is HTML, of which the links count. */
  readonly isHtml?: boolean;
}

/** Names of an email. An ordinary one has some dozens, the longest newsletters some hundreds. */
const MAX_NAMES = 4_000;
/** Characters of the texts of an email that are looked through: the longest body in both forms, and attachments. */
const MAX_CHARACTERS = 2_000_000;

export const NO_MENTIONS: Mentions = { names: [], isWhole: true };

/** What texts mention, each name once, with the place of the first text that has it. */
export function mentionsIn(texts: readonly PlacedText[]): Mentions {
  const names = new Map<string, Mention>();
  let left = MAX_CHARACTERS;
  let isWhole = true;
  for (const { place, text, isHtml } of texts) {
    const read = text.slice(0, Math.max(0, left));
    isWhole &&= read.length === text.length;
    left -= text.length;
    for (const [key, name] of isHtml === true ? namesInHtml(read) : mentionedNames(read)) {
      if (names.has(key)) continue;
      if (names.size >= MAX_NAMES) isWhole = false;
      else names.set(key, { ...name, place });
    }
  }
  return { names: [...names.values()], isWhole };
}
