import type { Maker } from './maker.ts';

/** A body in its transfer encoding, and the field that names the encoding. */
export interface Transferred {
  readonly fields: readonly string[];
  readonly body: string;
}

/** Encodes a body, or only claims to. */
export function transfer(maker: Maker, body: string): Transferred {
  const { random } = maker;
  if (maker.isHostile()) return random.pick(Object.values(ODD))(maker, body);
  return random.weighted([
    [3, () => ({ fields: [], body })],
    [2, () => ({ fields: ['Content-Transfer-Encoding: base64'], body: base64(body) })],
    [2, () => ({ fields: ['Content-Transfer-Encoding: quoted-printable'], body: quotedPrintable(body) })],
  ])();
}

function base64(body: string): string {
  return Buffer.from(body, 'latin1').toString('base64').replace(/.{76}/g, '$&\r\n');
}

function quotedPrintable(body: string): string {
  const escaped = body.replace(/[^\t\r\n -<>-~]/g, (character) => `=${hex(character)}`);
  return escaped.replace(/[^\r\n]{60,72}(?![\r\n]|=?[0-9A-F]?$)(?<!=|=[0-9A-F])/g, '$&=\r\n');
}

const hex = (character: string) => character.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0');

const encoding = (name: string) => [`Content-Transfer-Encoding: ${name}`];

/** Encodings that are broken, wrong, unknown or oversized. */
const ODD: Readonly<Record<string, (maker: Maker, body: string) => Transferred>> = {
  'base64 that ends early': ({ random }, body) => {
    const whole = base64(body);
    return { fields: encoding('base64'), body: whole.slice(0, random.int(0, whole.length)) };
  },
  'base64 that is not encoded': (_, body) => ({ fields: encoding('base64'), body }),
  'base64 with other characters': ({ random }, body) => ({
    fields: encoding('base64'),
    body: base64(body).replace(/(.{7})/g, `$1${random.pick(['!', '-_', '\0', ' ', '\xff', '=='])}`),
  }),
  'base64 in one line': (maker, body) => ({
    fields: encoding('base64'),
    body: maker.run('QUJD') + Buffer.from(body, 'latin1').toString('base64'),
  }),
  padding: (maker) => ({
    fields: encoding('base64'),
    body: maker.run(maker.random.pick(['QQ==', '=', 'Q===', '=\r\n'])),
  }),
  'quoted-printable that ends early': (_, body) => ({ fields: encoding('quoted-printable'), body: `${body}=` }),
  'quoted-printable that is not encoded': (_, body) => ({ fields: encoding('quoted-printable'), body: `=ZZ=${body}` }),
  'equals signs': (maker) => ({ fields: encoding('quoted-printable'), body: maker.run('=') }),
  'soft line breaks': (maker) => ({ fields: encoding('quoted-printable'), body: maker.run('=\r\n') }),
  'encoded NULs': (maker) => ({ fields: encoding('quoted-printable'), body: maker.run('=00') }),
  'encoded line breaks': (maker) => ({ fields: encoding('quoted-printable'), body: maker.run('=0D=0A.') }),
  'white space at ends of lines': (maker) => ({ fields: encoding('quoted-printable'), body: maker.run('x \t\r\n') }),
  'an unknown encoding': (_, body) => ({ fields: encoding('x-uuencode'), body }),
  'two encodings': (_, body) => ({ fields: [...encoding('base64'), ...encoding('quoted-printable')], body }),
  'an encoding in a comment': (_, body) => ({ fields: encoding('(x) BASE64 (y)'), body: base64(body) }),
  'an encoding of a very long name': (maker, body) => ({ fields: encoding(maker.run('x')), body }),
  'an encoding without a name': (_, body) => ({ fields: encoding(''), body }),
  'a content encoding': (_, body) => ({ fields: ['Content-Encoding: gzip', ...encoding('binary')], body }),
};
