import { encodedWord } from './encoded-words.ts';
import { type Maker, type Tricks, utf8 } from './maker.ts';
import { anyWord, sharedName, word } from './words.ts';

/** File names as senders write them. */
export function fileName({ random }: Maker): string {
  return `${word(random)}.${random.pick(['pdf', 'png', 'txt', 'html', 'ics', 'eml', 'zip'])}`;
}

/** Parameters that name a file, for Content-Disposition (`filename`) or Content-Type (`name`). */
export const FILE_NAME_TRICKS: Tricks = {
  'no value': () => 'filename=',
  'an empty value': () => 'filename=""',
  'a path to a parent folder': () => 'filename="../../../../etc/passwd"',
  'a Windows path': () => 'filename="C:\\\\Windows\\\\system32\\\\x.exe"',
  'only a path': () => 'filename="../"',
  'a device': () => 'filename="CON"',
  'a NUL': () => 'filename="x.exe\0.pdf"',
  'right-to-left marks': () => utf8('filename="\u202efdp.exe"'),
  'another script': () => utf8('filename="注文 Ελένη.pdf"'),
  'an encoded word': (maker) => `filename="${encodedWord(maker)}"`,
  'line breaks': () => 'filename="a\r\n b.pdf"',
  'quotes that never end': (maker) => `filename="${maker.run('\\"')}`,
  'a very long name': (maker) => `filename="${maker.run('x')}.pdf"`,
  'a very long extension': (maker) => `filename=x.${maker.run('y')}`,
  continuations: (maker) => maker.series(16, (n) => `filename*${n}="part${n}"`, '; '),
  'continuations in reverse': (maker) => {
    const count = maker.count(16);
    return maker.random.times(count, (n) => `filename*${count - 1 - n}=p`).join('; ');
  },
  'a continuation with a huge number': () => 'filename*99999999999999999999=x; filename*4294967295=y; filename*-1=z',
  'a continuation that begins late': () => 'filename*7=x; filename*9=y',
  'a continuation twice': () => 'filename*0=a; filename*0=b; filename*1=c',
  'an encoded continuation': () => "filename*0*=utf-8''%e2%82; filename*1*=%ac.pdf; filename*2=%41",
  'percent signs': (maker) => `filename*=utf-8''${maker.run('%')}`,
  'broken percent codes': () => "filename*=utf-8'en'%zz%4%c3%28%00",
  'an unknown charset': () => "filename*=x-none''%e4%f6",
  'no charset': () => "filename*=''x; filename*=x",
  apostrophes: (maker) => `filename*=${maker.run("'")}`,
  twice: () => 'filename=a.pdf; filename=b.pdf; filename*=c.pdf',
  'names of properties': () => 'filename=__proto__; __proto__=x; constructor=y; toString=z; hasOwnProperty=1',
};

/** Other parameters around the relevant one. */
export const PARAMETER_TRICKS: Tricks = {
  'very many': (maker) => maker.series(12, (n) => `; p${n}=v`),
  semicolons: (maker) => maker.run(';'),
  'semicolons and spaces': (maker) => maker.run(' ; '),
  'equals signs': (maker) => `; x${maker.run('=')}`,
  'a very long name': (maker) => `; ${maker.run('p')}=v`,
  'a very long value': (maker) => `; p=${maker.run('v')}`,
  'a quotation that never ends': (maker) => `; p="${maker.run('v;')}`,
  'quoted pairs': (maker) => `; p="${maker.run('\\\\')}"`,
  comments: (maker) => `; p=v ${maker.run('(')}`,
  'folded lines': (maker) => maker.run(';\r\n\tp=v'),
  'a repeated parameter': (maker) => maker.run('; charset=utf-8'),
  'bytes that are not text': (maker) => `; ${anyWord(maker)}=${anyWord(maker)}`,
  'continuations of everything': (maker) => maker.series(14, (n) => `; p*${n}*=%41`),
};

const CHARSETS = ['utf-8', 'us-ascii', 'iso-8859-1', 'windows-1252', 'utf-16', 'utf-16le', 'utf-7', 'iso-2022-jp'];
const ODD_CHARSETS = ['x-none', '', '"utf-8', 'utf-8; charset=utf-16', '__proto__', 'cp65001', 'hz-gb-2312', 'utf-32'];

export function charset(maker: Maker): string {
  return maker.random.pick(maker.isHostile() ? ODD_CHARSETS : CHARSETS.slice(0, maker.isHostile() ? 8 : 3));
}

/** A boundary that is a prefix of another one, or contains special characters of regular expressions. */
export function boundary(maker: Maker, depth: number): string {
  const { random } = maker;
  if (!maker.isHostile()) return `b${depth}-${sharedName(random)}`;
  return random.weighted([
    [3, () => 'b'.repeat(depth + 1)],
    [2, () => 'same'],
    [1, () => '-'],
    [1, () => '--'],
    [1, () => '.*+?^$()|[]{}\\'],
    [1, () => 'with spaces inside  '],
    [1, () => `${'x'.repeat(69)}${depth}`],
    [1, () => maker.run('x')],
    [1, () => ''],
  ])();
}
