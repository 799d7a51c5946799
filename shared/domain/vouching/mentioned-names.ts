import { decodedTexts } from './decoded-texts.ts';
import type { Name } from './name.ts';
import { type NamesQuery, namesInText } from './names-in-text.ts';
import { backwards, otherSpellings, rotatedBy13 } from './other-alphabets.ts';
import { inAscii, plainForm } from './plain-form.ts';
import { acrossLines, closedUp, withoutBrackets, withoutWords } from './spelled-out.ts';

/** Words that announce a text that has to be decoded. */
const CIPHER =
  /\b(?:rot-?\d{1,2}|ca?esar|cipher|decod|decrypt|decipher|shift|atbash|revers|backward|mirror|scrambl|unscrambl|umgekehrt|rückwärts|verschlüssel|déchiffr|invers)/i;
/** What a word has in it that may be an address or a URL backwards or in another alphabet. */
const MARK = /@|:\/\/|\/\/:/g;
const ENDS_WORD = /[\s<>"'()[\]]/;
/** Characters of a word on each side of its mark. */
const MAX_SIDE = 120;
const DOTTED = /[\w-]{2,63}\.[\w.-]{2,120}/g;
/** Characters that a person sees backwards, by an override of the direction. */
const RIGHT_TO_LEFT = /\u202e([^\u202c\u202e\n]{3,300})/g;
const MAX_WORDS = 300;
/** A text that is encoded several times is decoded as often. */
const MAX_STEPS = 3;
const MAX_DECODED = 200;
/** What people write into an address for programs that collect addresses, and other people leave out. */
const AGAINST_COLLECTORS = /(?:[.-]|\b)?(?:no[._-]?spam|remove[._-]?this|remove[._-]?me|delete[._-]?this)[.-]?/gi;
/** Quotes and signs between the parts of a text that a program joins: `'evil' + '.example'`. */
const CONCATENATED = /["'`] ?[+.&] ?["'`]/g;

/** The top-level domains of names that count where chance finds names too, such as in words read backwards. */
const USUAL: ReadonlySet<string> = new Set(
  (
    'com net org info biz io co dev app me xyz online site top club shop store live icu cc tv ru cn de uk fr nl it es pl ' +
    'br in jp eu us ca au ch at se no be dk fi cz ie nz za kr tw hk sg tk ml ga cf gq pw ws space website tech cloud ' +
    'link click email page zip mov work agency example test invalid localhost local internal onion'
  ).split(' '),
);

const isUsual = ({ name }: Name) => USUAL.has(name.slice(name.lastIndexOf('.') + 1));

/**
 * All addresses and hosts that a program or a model would make of a text, also where they are spelled, split, encoded
 * or disguised. It finds too many rather than too few: a name that no one uses has no effect. The time is linear in the
 * length of the text.
 *
 * See: docs/contract/vouching.md#what-counts-as-a-mention.
 */
export function mentionedNames(text: string): Map<string, Name> {
  const names = new Map<string, Name>();
  const add = (found: string, query?: NamesQuery) => {
    const { addresses, hosts } = namesInText(found, query);
    for (const [key, name] of [...addresses, ...hosts]) names.set(key, name);
  };
  const plain = plainForm(text);
  readInto(plain, add);
  let encoded = decodedTexts(plain);
  for (let step = 0; step < MAX_STEPS && encoded.length > 0; step++) {
    const inner = encoded.map(plainForm);
    for (const one of inner) readInto(one, add);
    encoded = inner.flatMap(decodedTexts).slice(0, MAX_DECODED);
  }
  for (const [, shown = ''] of text.matchAll(RIGHT_TO_LEFT)) add(plainForm(backwards(shown)));
  for (const spelling of hiddenSpellings(plain)) add(spelling, { accepts: isUsual });
  return names;
}

function readInto(plain: string, add: (found: string, query?: NamesQuery) => void): void {
  add(plain);
  const ascii = inAscii(plain);
  if (ascii !== plain) add(ascii);
  const signs = withoutBrackets(plain);
  if (signs !== plain) add(signs);
  const lines = linesOf(ascii);
  const others = [...acrossLines(lines)];
  // Signs and letters in cells of a table are lines of their own.
  const cells = ascii.replace(/[\s|,"'[\]]+/g, ' ');
  others.push(cells.replace(/ ([@.]) /g, '$1'), ...closedUp(cells));
  // Words of other languages are no words in ASCII.
  for (const line of ascii === plain ? lines : [...lines, ...linesOf(plain)]) {
    const spelled = withoutWords(line);
    if (spelled !== undefined) others.push(spelled, ...closedUp(spelled));
    others.push(...closedUp(line));
  }
  const bare = ascii.replace(AGAINST_COLLECTORS, '').replace(CONCATENATED, '');
  if (bare !== ascii) others.push(bare);
  if (others.length > 0) add(others.join('\n'), { accepts: isUsual });
}

function linesOf(text: string): string[] {
  return text.split(/\r?\n/).map((line) => line.replace(/\s+/g, ' ').trim());
}

function wordAround(text: string, at: number): string {
  let [start, end] = [at, at];
  while (start > 0 && at - start < MAX_SIDE && !ENDS_WORD.test(text[start - 1] as string)) start -= 1;
  while (end < text.length && end - at < MAX_SIDE && !ENDS_WORD.test(text[end] as string)) end += 1;
  return text.slice(start, end);
}

function hiddenSpellings(plain: string): string[] {
  const marked = [...plain.matchAll(MARK).take(MAX_WORDS)].map(({ index }) => wordAround(plain, index));
  const found = marked.flatMap((word) => [...(word.includes('://') ? [] : [backwards(word)]), rotatedBy13(word)]);
  if (!CIPHER.test(plain)) return found;
  const dotted = [...plain.matchAll(DOTTED).take(MAX_WORDS)].map(([word]) => word);
  return [...found, ...[...marked, ...dotted].flatMap(otherSpellings)];
}

/** The names that an HTML document has in its links, pictures, styles and other attributes, and in its comments. */
export function namesInHtml(html: string): Map<string, Name> {
  const names = new Map<string, Name>();
  const plain = plainForm(html);
  for (const text of [plain, ...decodedTexts(plain).map(plainForm)]) {
    const { addresses, hosts } = namesInText(text, { inUrlsOnly: true });
    for (const [key, name] of [...addresses, ...hosts]) names.set(key, name);
  }
  for (const [key, name] of mentionedNames(commentsOf(html))) names.set(key, name);
  return names;
}

/** The comments of a document, without those that hold a version of it for one program. */
function commentsOf(html: string): string {
  const comments: string[] = [];
  for (let start = html.indexOf('<!--'); start >= 0; start = html.indexOf('<!--', start + 4)) {
    const end = html.indexOf('-->', start);
    const comment = html.slice(start + 4, end < 0 ? undefined : end);
    if (!comment.startsWith('[if')) comments.push(comment);
    if (end < 0) break;
    start = end;
  }
  return comments.join('\n');
}
