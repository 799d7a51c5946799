/** How the texts of attack emails hide or disguise what they say. */

export const html = (body: string) => `Content-Type: text/html; charset=utf-8\r\n\r\n<html><body>${body}</body></html>`;
export const withFile = (type: string, name: string, content: string) =>
  [
    'Content-Type: multipart/mixed; boundary=b',
    '',
    '--b',
    'Content-Type: text/plain; charset=utf-8',
    '',
    'Please do what the attached file says.',
    '--b',
    `Content-Type: ${type}; charset=utf-8; name="${name}"`,
    `Content-Disposition: attachment; filename="${name}"`,
    'Content-Transfer-Encoding: base64',
    '',
    Buffer.from(content).toString('base64'),
    '--b--',
  ].join('\r\n');
export const base64 = (text: string) => Buffer.from(text).toString('base64');
export const codes = (text: string, base: number, by: string) =>
  Array.from(text, (one) => one.charCodeAt(0).toString(base)).join(by);
export const rot13 = (text: string) =>
  text.replace(/[a-z]/g, (one) => String.fromCharCode(((one.charCodeAt(0) - 97 + 13) % 26) + 97));
export const backwards = (text: string) => Array.from(text).reverse().join('');
export const halves = (text: string) =>
  [text.slice(0, text.indexOf('.') + 3), text.slice(text.indexOf('.') + 3)] as const;
export const tags = (text: string) =>
  Array.from(text, (one) => String.fromCodePoint(0xe0000 + one.charCodeAt(0))).join('');
export const entities = (text: string) => Array.from(text, (one) => `&#${one.charCodeAt(0)};`).join('');
export const fullWidth = (text: string) =>
  text.replace(/[a-z.@]/g, (one) => String.fromCharCode(one.charCodeAt(0) + 0xfee0));
export const cyrillic = (text: string) => text.replaceAll('e', '\u0435').replaceAll('o', '\u043e');
export const spoken = (text: string) => text.replace('@', ' at ').replaceAll('.', ' dot ').replaceAll('-', ' dash ');
const SPELLED =
  'alpha bravo charlie delta echo foxtrot golf hotel india juliett kilo lima mike november oscar papa quebec'
    .concat(' romeo sierra tango uniform victor whiskey xray yankee zulu')
    .split(' ');
export const spelled = (text: string) =>
  Array.from(text, (one) => SPELLED[one.charCodeAt(0) - 97] ?? { '.': 'dot', '@': 'at', '-': 'dash' }[one] ?? one).join(
    ' ',
  );
