/** How an `@` and the signs of a host are called, in the languages of many emails. */
const SIGNS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    '@': 'at arroba arobase chiocciola snabel-a snabela kukac małpa zavináč собака アットマーク 艾特 골뱅이 klammeraffe ät',
    '.': 'dot punkt point punto ponto period tečka kropka точка ドット 点 점 nokta piste prik pont',
    '-': 'dash hyphen minus bindestrich strich tiret guion',
    _: 'underscore unterstrich',
    '/': 'slash',
    '+': 'plus',
  }).flatMap(([sign, words]) => words.split(' ').map((word) => [word, sign] as const)),
);

/** The spelling alphabet, and digits. */
const LETTERS: ReadonlyMap<string, string> = new Map([
  ...(
    'alpha alfa bravo charlie delta echo foxtrot golf hotel india juliett juliet kilo lima mike november oscar papa ' +
    'quebec romeo sierra tango uniform victor whiskey xray x-ray yankee zulu'
  )
    .split(' ')
    .map((word) => [word, word.charAt(0)] as const),
  ...'zero one two three four five six seven eight nine'
    .split(' ')
    .map((word, digit) => [word, String(digit)] as const),
]);

/** The sign that a word stands for, in one of many languages. */
export function signNamed(word: string): string | undefined {
  return SIGNS.get(word);
}

/** Brackets and quotes around a sign: `[at]`, `(.)`, `"dot"`. */
const AROUND = /^["'*_~[({<-]{0,3}(.{1,13}?)["'*_~\])}>-]{0,3}$/u;
const IN_BRACKETS = /(?:[[({<] ?([.@]|[\p{L}-]{2,12}) ?[\])}>])|_(at|dot)_/giu;
const MIN_LETTERS = 3;

/** A text with the signs that it has in brackets: `drop[at]evil[.]example`. No chance writes that. */
export function withoutBrackets(text: string): string {
  return text.replace(IN_BRACKETS, (found, sign?: string, word?: string) => signOf(sign ?? word ?? '') ?? found);
}

/**
 * A line with the signs of addresses that it has in words, or in brackets, and with words of the spelling alphabet as
 * letters: `drop [at] evil dot example`, `echo victor india lima dot com`. `undefined` if it has none.
 */
export function withoutWords(line: string): string | undefined {
  const bare = withoutBrackets(line);
  const words = bare.split(' ').filter((word) => word !== '');
  let isChanged = bare !== line;
  let run: string[] = [];
  const parts: string[] = [];
  const endRun = () => {
    const letters = run.filter((word) => LETTERS.has(word.toLowerCase()));
    const isSpelled = letters.length >= MIN_LETTERS;
    if (isSpelled) parts.push(run.map(letterOf).join(''));
    else for (const word of run) parts.push(signMark(word) ?? word);
    isChanged ||= isSpelled || run.some((word) => signMark(word) !== undefined);
    run = [];
  };
  for (const word of words) {
    if (LETTERS.has(word.toLowerCase()) || word.length === 1 || signMark(word) !== undefined) {
      run.push(word);
      continue;
    }
    endRun();
    parts.push(word);
  }
  endRun();
  return isChanged ? joined(parts) : undefined;
}

function letterOf(word: string): string {
  return LETTERS.get(word.toLowerCase()) ?? signMark(word)?.slice(1) ?? word;
}

/** A sign that a word stands for, marked as one. */
function signMark(word: string): string | undefined {
  const sign = /^[.@]$/.test(word) ? word : signOf(AROUND.exec(word)?.[1] ?? '');
  return sign === undefined ? undefined : `\0${sign}`;
}

function signOf(word: string): string | undefined {
  return /^[.@]$/.test(word) ? word : SIGNS.get(word.toLowerCase());
}

/** Words with a blank between them, and none around a sign. */
function joined(parts: readonly string[]): string {
  let text = '';
  let isGlued = true;
  for (const part of parts) {
    const isSign = part.startsWith('\0');
    if (!isGlued && !isSign) text += ' ';
    text += isSign ? part.slice(1) : part;
    isGlued = isSign || /[.@]$/.test(part);
  }
  return text.replaceAll(' @', '@').replaceAll(' .', '.');
}

const BETWEEN = [' ', '-', '_', '*', '|', '/', '~', ',', '.', ':'] as const;
const MIN_SPACED = 5;
const MAX_SPACED = 400;

/**
 * What a line spells with its characters apart: `d r o p @ e v i l . e x a m p l e`, `d-r-o-p-@-e-v-i-l`.
 */
export function closedUp(line: string): string[] {
  const found: string[] = [];
  let run: string[] = [];
  const endRun = () => {
    if (run.length >= MIN_SPACED) found.push(run.join(''));
    run = [];
  };
  for (const word of line.split(' ')) {
    if (word !== '' && Array.from(word.slice(0, 3)).length === 1) run.push(word);
    else if (word !== '') endRun();
    if (word.length < 2 * MIN_SPACED || word.length > MAX_SPACED) continue;
    for (const between of BETWEEN) {
      const pieces = word.split(between);
      if (pieces.length < MIN_SPACED || pieces.some((piece) => piece.length > 1)) continue;
      // Two separators in a row stand for one that is meant: `e.v.i.l...c.o.m`.
      found.push(pieces.map((piece) => (piece === '' && between === '.' ? '.' : piece)).join(''));
    }
  }
  endRun();
  return found;
}

const MAX_PIECE = 80;
const SIGN = /[.@]/;

/** What the end of each line and the beginning of the next one spell together, if that may be an address or a host. */
export function acrossLines(lines: readonly string[]): string[] {
  const found: string[] = [];
  let column: string[] = [];
  const endColumn = () => {
    if (column.length > 2) found.push(column.join(''));
    column = [];
  };
  for (const [at, line] of lines.entries()) {
    const own = line.replace(/^[> |]{1,8}/, '');
    if (own !== '' && own.length <= MAX_PIECE && !own.includes(' ')) column.push(own);
    else endColumn();
    const next = lines[at + 1]?.replace(/^[> |]{1,8}/, '') ?? '';
    const tail = lastWord(own);
    const head = firstWord(next);
    if (tail === '' || head === '' || !SIGN.test(tail + head)) continue;
    // The end of a sentence and the beginning of another.
    if (/[.!?]$/.test(tail) && /^\p{Lu}/u.test(head)) continue;
    found.push(tail + head);
    if (tail.endsWith('-')) found.push(tail.slice(0, -1) + head);
  }
  endColumn();
  return found;
}

function lastWord(line: string): string {
  const end = line.trimEnd().slice(-MAX_PIECE);
  return end.slice(end.lastIndexOf(' ') + 1);
}

function firstWord(line: string): string {
  const start = line.trimStart().slice(0, MAX_PIECE);
  const blank = start.indexOf(' ');
  return blank < 0 ? start : start.slice(0, blank);
}
