/** One piece of a hostile mail, repeated up to a size. */
export type Shape = Readonly<Record<string, (size: number) => string>>;

const fill = (piece: string) => (size: number) => piece.repeat(Math.ceil(size / piece.length));

/** Numbered pieces up to a size, for cases in which only distinct values count. */
const numbered = (piece: (index: number) => string) => (size: number) => {
  const pieces: string[] = [];
  for (let length = 0; length < size; ) {
    const next = piece(pieces.length);
    pieces.push(next);
    length += next.length;
  }
  return pieces.join('');
};

/** Header field values that regular expressions and parsers have been slow on. */
export const HOSTILE_VALUES: Shape = {
  letters: fill('a'),
  'letters before an address': (size) => `${'a'.repeat(size)} <x@evil.example>`,
  blanks: (size) => `a${' '.repeat(size)}a`,
  tabs: (size) => `a${'\t'.repeat(size)}a`,
  'quotes that open': fill('" '),
  'escaped quotes': (size) => `"${'\\"'.repeat(size / 2)}`,
  backslashes: fill('\\'),
  'brackets that open': fill('('),
  'brackets that close': fill(')'),
  'comments in comments': (size) => `${'('.repeat(size / 2)}${')'.repeat(size / 2)}`,
  'angle brackets that open': fill('<'),
  'angle brackets that close': fill('>'),
  'at signs': fill('@'),
  'letters and at signs': fill('a@'),
  'addresses in a row': fill('a@b.c, '),
  'addresses without commas': fill('a@b.c '),
  'quoted names': fill('"a b" <a@b.c>, '),
  'groups in groups': fill('g:'),
  'groups that end': fill('g:a@b.c;'),
  colons: fill(': '),
  semicolons: fill(';'),
  commas: fill(','),
  'encoded words in base64': fill('=?utf-8?B?AAAA?= '),
  'encoded words in base64 without blanks': fill('=?utf-8?B?AAAA?='),
  'encoded words in quoted-printable': fill('=?utf-8?Q?=C3?= '),
  'encoded words in changing charsets': fill('=?utf-8?Q?a?= =?x-none?Q?b?= '),
  'encoded words that do not end': fill('=?utf-8?Q?'),
  'encoded words without a type': fill('=?'),
  'one encoded word of blanks': (size) => `=?utf-8?Q?=${' '.repeat(size)}?=`,
  'one encoded word of base64': (size) => `=?utf-8?B?${'A'.repeat(size)}?=`,
  'message ids': numbered((index) => `<${index}@evil.example> `),
  'open message ids': (size) => `<${'a'.repeat(998)}`.repeat(Math.ceil(size / 999)),
  parameters: fill('; a=b'),
  'parameters in pieces': numbered((index) => `; a*${index}*=%41`),
  'parameters with stars': (size) => `; ${'*1'.repeat(size / 2)}=b`,
  'parameters without values': numbered((index) => `; a${index}`),
  'a quoted parameter': (size) => `; a="${'\\a'.repeat(size / 2)}`,
  'percent signs': (size) => `; a*=utf-8''${'%'.repeat(size)}`,
  'a date of brackets': fill('('),
  'a date of numbers': fill('1 '),
  'eight bits': fill('\xff'),
  zeros: fill('\0'),
  'bare carriage returns': fill('\r'),
  'folded lines': fill('\r\n a'),
  'folded blanks': (size) => `a${'\r\n '.repeat(size / 3)}`,
};

/** Bodies as text and as HTML. */
export const HOSTILE_TEXTS: Shape = {
  letters: fill('a'),
  dashes: fill('-'),
  underscores: fill('_'),
  blanks: (size) => `${' '.repeat(size)}x`,
  'empty lines': fill('\r\n'),
  'lines of blanks': fill(' \r\n'),
  'vertical tabs': (size) => `${'\v'.repeat(size)}x`,
  quotes: fill('> \r\n'),
  'quotes in quotes': fill('> > > > >\r\n'),
  attributions: fill('On Monday aaaaa wrote '),
  'half attributions': fill('On Monday someone\r\n'),
  'attributions with dates': fill('2026 10:00 <a@b> wrote\r\n'),
  'headers without end': fill('From: a\r\nTo: b\r\n\r\n'),
  'long lines of dashes': (size) => `${'-'.repeat(size / 2)}${' '.repeat(size / 2)}x`,
  'equals signs': fill('='),
  'soft line breaks': fill('=\r\n'),
  'encoded bytes': fill('=41'),
  boundaries: fill('--b'),
  'lines that almost begin a part': fill('--bb\r\n'),
  'escape sequences': fill('\x1b$B'),
  'pairs of bytes': fill('\x81\x30'),
  dots: fill('.\r\n'),
};

/** HTML that parsers have been slow on. */
export const HOSTILE_HTML: Shape = {
  'rules of a style sheet': (size) =>
    `<style>${numbered((index) => `.c${index}{color:red}`)(size / 2)}</style>${numbered((index) => `<b class=c${index}>x`)(size / 2)}`,
  'rules for every element': (size) => `<style>${fill('*{color:red}')(size / 2)}</style>${fill('<b>x</b>')(size / 2)}`,
  'selectors of descendants': (size) =>
    `<style>${fill('b b b b b b b b b i{color:red}')(size / 2)}</style>${'<b>'.repeat(90)}${fill('<u>x</u>')(size / 2)}`,
  'selectors of siblings': (size) =>
    `<style>${fill('b~b~b{color:red}b:nth-child(2n+1){color:red}')(2_000)}</style>${fill('<b>x</b>')(size)}`,
  'selectors in brackets': (size) => `<style>${fill(':not(')(size)}</style><b>x`,
  'rules in rules': (size) => `<style>${fill('b{')(size)}</style><b>x`,
  'conditional rules in rules': (size) => `<style>${fill('@media all{')(size)}</style><b>x`,
  'blocks of CSS that close': (size) => `<style>${fill('}')(size)}</style><b>x`,
  'comments of CSS that open': (size) => `<style>${fill('/*')(size)}</style><b style="color:${fill('/*')(1_900)}">x`,
  'conditions of a rule': (size) => `<style>@media ${fill('(min-width:1px) and ')(size)}all{b{color:red}}</style><b>x`,
  'different styles': numbered((index) => `<b style="color:rgb(${index},0,0);opacity:.${index}">x</b>`),
  'variables in variables': numbered((index) => `<b style="--v${index}:var(--v${index - 1});color:var(--v${index})">`),
  'calculations in calculations': fill(`<b style="width:${'calc('.repeat(300)}">x</b>`),
  'values with many parts': fill(`<b style="background:${'rgb( '.repeat(300)};transform:${'a('.repeat(300)}">x</b>`),
  'hidden elements in hidden elements': fill('<b hidden>x'),
  'links in links': fill('<a href=x>x'),
  'tags that open': fill('<div>'),
  'short tags that open': fill('<b>'),
  'tags that close': fill('</i>'),
  'tags that open, and others that close': (size) => `${'<svg>'.repeat(size / 10)}${'</i>'.repeat(size / 8)}`,
  'tags that open and close': fill('<b></b>'),
  'elements closed by another': fill('<b><mi></b>'),
  'scripts that end at once': fill('<script/>'),
  'scripts without end': fill('<script>'),
  'styles without end': fill('<style>'),
  'comments without end': fill('<!--'),
  'comments with an end': fill('<!---->'),
  'declarations without end': fill('<!'),
  'character data': fill('<![CDATA['),
  'links without end': fill('<a href='),
  'a link of links': (size) => `<a ${'href='.repeat(size / 5)}`,
  'a link that ends at once': (size) => `<a href=>${'x'.repeat(size)}`,
  'attributes without end': (size) => `<a ${'b '.repeat(size / 2)}`,
  'a quoted attribute': (size) => `<a b="${'c'.repeat(size)}`,
  'equal attributes': (size) => `<a ${'b=c '.repeat(size / 4)}>`,
  'different attributes': numbered((index) => `${index === 0 ? '<a' : ''} b${index}=c`),
  'angle brackets': fill('<'),
  'angle brackets that close': fill('>'),
  entities: fill('&amp;'),
  'entities without end': fill('&amp'),
  'numbers without end': (size) => `&#${'1'.repeat(size)}`,
  'list items': (size) => `<ol>${'<li>x'.repeat(size / 5)}`,
  'lists in lists': (size) => `${'<ul><li>'.repeat(size / 16)}${'x<br>'.repeat(size / 10)}`,
  'quotes in quotes': (size) => `${'<blockquote>'.repeat(size / 24)}${'x<br>'.repeat(size / 10)}`,
  'headings in headings': (size) => `${'<h1>'.repeat(size / 8)}${'x '.repeat(size / 4)}`,
  'paragraphs that close': fill('</p>'),
  'line breaks': fill('<br>'),
  'tables in tables': fill('<table><tr><td>x'),
  'cells of a table': (size) => `<table><tr>${'<td>x'.repeat(size / 5)}`,
  'preformatted text': fill('<pre>\n'),
  'words between tags': fill('a<b>b</b>'),
  'names of the language': fill('<constructor>'),
  blanks: (size) => `<p>${' '.repeat(size)}x`,
};
