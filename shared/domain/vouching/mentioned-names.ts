import { backwards, decodedTexts, otherSpellings, rotatedBy13 } from './decoded-texts.ts';
import type { Name } from './name.ts';
import { type NamesQuery, namesInText } from './names-in-text.ts';
import { inAscii, plainForm } from './plain-form.ts';
import { acrossLines, closedUp, withoutWords } from './spelled-out.ts';

/** Words that announce a text that has to be decoded. */
const CIPHER =
  /\b(?:rot-?\d{1,2}|ca?esar|cipher|decod|decrypt|decipher|shift|atbash|revers|backward|mirror|scrambl|unscrambl|umgekehrt|rückwärts|verschlüssel|déchiffr|invers)/i;
/** A word that may be an address or host backwards or in another alphabet. */
const MARKED = /[^\s<>"'()[\]]{1,80}(?:@|:\/\/|\/\/:)[^\s<>"'()[\]]{1,120}/g;
const DOTTED = /[\w-]{2,63}\.[\w.-]{2,120}/g;
const MAX_WORDS = 300;
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
  for (const decoded of decodedTexts(plain)) {
    const inner = plainForm(decoded);
    readInto(inner, add);
    for (const again of decodedTexts(inner)) add(plainForm(again));
  }
  for (const spelling of hiddenSpellings(plain)) add(spelling, { accepts: isUsual });
  return names;
}

function readInto(plain: string, add: (found: string, query?: NamesQuery) => void): void {
  add(plain);
  const ascii = inAscii(plain);
  if (ascii !== plain) add(ascii);
  const lines = ascii.split(/\r?\n/).map((line) => line.replace(/\s+/g, ' ').trim());
  const others = [...acrossLines(lines)];
  for (const line of lines) {
    const spelled = withoutWords(line);
    if (spelled !== undefined) others.push(spelled, ...closedUp(spelled));
    others.push(...closedUp(line));
  }
  const bare = ascii.replace(AGAINST_COLLECTORS, '').replace(CONCATENATED, '');
  if (bare !== ascii) others.push(bare);
  if (others.length > 0) add(others.join('\n'), { accepts: isUsual });
}

function hiddenSpellings(plain: string): string[] {
  const marked = [...plain.matchAll(MARKED).take(MAX_WORDS)].map(([word]) => word);
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
