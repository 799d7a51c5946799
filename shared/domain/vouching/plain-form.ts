import confusables from 'unhomoglyph/data.json' with { type: 'json' };
import { withoutInvisibleCharacters } from '../safe-reading/invisible-characters.ts';

/** Every dot of an international domain name (RFC 3490, section 3.1), and what looks like one. */
const DOTS = /[\u3002\uff0e\uff61\u2024\u00b7\u2219\u22c5\u30fb]/g;
const AT_SIGNS = /[\ufe6b\uff20]/g;

const ENTITY = /&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|(commat|period|dot|colon|sol|amp|lt|gt|nbsp|shy|hyphen|lowbar));?/gi;
const ENTITIES: Readonly<Record<string, string>> = {
  ...{ commat: '@', period: '.', dot: '.', colon: ':', sol: '/', amp: '&', lt: '<', gt: '>', nbsp: ' ' },
  ...{ shy: '', hyphen: '-', lowbar: '_' },
};
/** Escapes of programs, rich text and styles: `\x40`, `\'40`, `\u0040`, `\u{40}`, `%u0040`, `\40 `. */
const ESCAPE =
  /(?:\\[x']|%)([0-9a-f]{2})|[\\%]u([0-9a-f]{4})|\\u\{([0-9a-f]{1,6})\}|\\0{0,4}([2-7][0-9a-f])(?:\s|(?=[\\"']))/gi;
const PERCENT = /(?:%[0-9a-f]{2})+/gi;
const DEFANGED = /\bh(?:xx|tt|\*\*|__)p(s?)(?=\s?[[(:])/gi;
const BRACKETED_COLON = /[[(]:[\])]/g;

/** Text that is encoded three times is decoded three times. */
const MAX_ROUNDS = 3;

/**
 * A text as programs and models read it: Unicode-normalized, without characters that no one sees, with entities,
 * escapes and percent-encoding decoded, and with one form of each dot, `@` and scheme. What invisible characters encode
 * follows in a line of its own. Applied twice it changes nothing that `namesInText` finds.
 */
export function plainForm(text: string): string {
  let plain = text;
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const before = plain;
    if (plain.includes('&')) plain = plain.replace(ENTITY, entityOf);
    if (/[\\%]/.test(plain)) plain = plain.replace(PERCENT, percentDecoded).replace(ESCAPE, escapeOf);
    if (plain === before) break;
  }
  const { text: seen, encoded } = withoutInvisibleCharacters(plain);
  const whole = encoded === '' ? seen : `${seen}\n${encoded}`;
  return whole
    .normalize('NFKC')
    .replace(DOTS, '.')
    .replace(AT_SIGNS, '@')
    .replace(BRACKETED_COLON, ':')
    .replace(DEFANGED, 'http$1');
}

function entityOf(found: string, decimal?: string, hexadecimal?: string, name?: string): string {
  if (name !== undefined) return ENTITIES[name.toLowerCase()] ?? found;
  return characterOf(Number.parseInt(decimal ?? hexadecimal ?? '', decimal === undefined ? 16 : 10), found);
}

function escapeOf(found: string, byte?: string, unit?: string, point?: string, ofStyle?: string): string {
  return characterOf(Number.parseInt(byte ?? unit ?? point ?? ofStyle ?? '', 16), found);
}

function percentDecoded(found: string): string {
  const text = Buffer.from(found.replaceAll('%', ''), 'hex').toString('utf8');
  return text.includes('\ufffd') ? found : text;
}

function characterOf(code: number, found: string): string {
  return code > 0 && code <= 0x10ffff && (code < 0xd800 || code > 0xdfff) ? String.fromCodePoint(code) : found;
}

/** Letters that are no look-alikes in the data, and which everyone reads: small capitals, and turned ones. */
const LIKE_ASCII = 'ᴀʙᴄᴅᴇꜰɢʜɪᴊᴋʟᴍɴᴏᴘǫʀꜱᴛᴜᴠᴡxʏᴢ ɐqɔpǝɟƃɥᴉɾʞlɯuodbɹsʇnʌʍxʎz'
  .split(' ')
  .flatMap((alphabet) =>
    Array.from(alphabet, (letter, at) => [letter, String.fromCharCode(0x61 + at)] as const).filter(
      ([one]) => one > '\x7f',
    ),
  );
const PROTOTYPES: Readonly<Record<string, string>> = { ...confusables, ...Object.fromEntries(LIKE_ASCII) };
const NOT_ASCII = /[^\0-\x7f]/gu;
const IS_MARK = /^\p{M}$/u;
const REGIONAL_A = 0x1f1e6;
const SQUARED: readonly number[] = [0x1f130, 0x1f150, 0x1f170];

/** A text with the ASCII that its other letters look like: Cyrillic `е`, letters in squares, flags. */
export function inAscii(text: string): string {
  return text.replace(NOT_ASCII, (character) => {
    const code = character.codePointAt(0) as number;
    const first = [REGIONAL_A, ...SQUARED].find((one) => code >= one && code < one + 26);
    if (first !== undefined) return String.fromCharCode(0x61 + code - first);
    if (IS_MARK.test(character)) return '';
    const prototype = PROTOTYPES[character] ?? character.normalize('NFD').replace(/\p{M}/gu, '');
    return /^[\x20-\x7e]{1,3}$/.test(prototype) ? prototype : character;
  });
}
