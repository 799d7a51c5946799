import { createHash, createPrivateKey, createPublicKey, type JsonWebKey, sign } from 'node:crypto';

/** A text that a program may take for a key of Ed25519. */
interface KeyVector {
  readonly name: string;
  /** A PEM, the JSON of a JWK, or neither. */
  readonly key: string;
  /** Its public key, the 32 bytes in base64; null where the text is no key of Ed25519. */
  readonly public_key: string | null;
  /** The signature of the text `vector` in base64; null where the text is no private key of Ed25519. */
  readonly signature: string | null;
}

const seed = createHash('sha256').update('a key of vectors: first').digest();
const ed25519 = createPrivateKey({
  key: ofBytes('302e020100300506032b657004220420', seed),
  format: 'der',
  type: 'pkcs8',
});
const pkcs8 = ed25519.export({ format: 'der', type: 'pkcs8' });
const spki = createPublicKey(ed25519).export({ format: 'der', type: 'spki' });
const raw = spki.subarray(-32);
const publicPem = pem('PUBLIC KEY', spki);
const privatePem = pem('PRIVATE KEY', pkcs8);
const publicJwk = { kty: 'OKP', crv: 'Ed25519', x: raw.toString('base64url') };
const privateJwk = { ...publicJwk, d: seed.toString('base64url') };

const IS_PUBLIC = { public_key: raw.toString('base64'), signature: null };
const IS_PRIVATE = { ...IS_PUBLIC, signature: sign(null, Buffer.from('vector'), ed25519).toString('base64') };
const IS_NONE = { public_key: null, signature: null };

/** The key of RFC 7515, appendix A.3. */
const P256: JsonWebKey = {
  kty: 'EC',
  crv: 'P-256',
  x: 'f83OJ3D2xF1Bg8vub9tLe1gHMzV76e8Tus9uPHvRVEU',
  y: 'x_FEzRu9m36HLN_tue659LNpXW6pCyStikYjKIWI5a0',
  d: 'jpsQnnGQmL-YBIffH1136cspYG6-0iY7X1fCE9-E9LI',
};
const { d: _, ...publicP256 } = P256;
const RSA: JsonWebKey = {
  kty: 'RSA',
  n: '2h2OecK1QF7JrEkwA95Z0YkxZku1CZ37p02NpmsMkhxqCmy94JkrE9riQ4mRx--Wuxe-ziNvAucyUYHnN6_j4w',
  e: 'AQAB',
};

/** The key of the vectors with a password, as Node wrote it with a random salt. */
const ENCRYPTED = [
  'MIGjMF8GCSqGSIb3DQEFDTBSMDEGCSqGSIb3DQEFDDAkBBCPoIOixDKKE7i4B4K8',
  'tw3gAgIIADAMBggqhkiG9w0CCQUAMB0GCWCGSAFlAwQBKgQQwL27cuiZmEwqh6gM',
  'x73wJwRAnrQn9R9GpASDXnKgC+exz+kyoSzlNNox4p8TkeBdUmFDx2758rsUaRXK',
  'WjOx3OaX3KH8I4RBbIBSzmaQwpQlkg==',
].join('');

/** Keys of Ed25519 in the forms that programs have, and what is none. The keys are no secrets. */
export function keyVectors(): readonly KeyVector[] {
  const accepted: readonly (readonly [name: string, key: string, outcome: typeof IS_PUBLIC | typeof IS_PRIVATE])[] = [
    ['a public key in PEM', publicPem, IS_PUBLIC],
    ['a private key in PEM', privatePem, IS_PRIVATE],
    ['a public key in PEM, with the line ends of Windows', publicPem.replaceAll('\n', '\r\n'), IS_PUBLIC],
    ['a private key in PEM, with white space around it', `\n${privatePem}\n\n`, IS_PRIVATE],
    ['a public key in PEM, with an explanation before it', `The key of the agent\n${publicPem}`, IS_PUBLIC],
    ['a public key as JWK', JSON.stringify(publicJwk), IS_PUBLIC],
    ['a private key as JWK', JSON.stringify(privateJwk), IS_PRIVATE],
    ['a private key as JWK in several lines', `\n${JSON.stringify(privateJwk, null, 2)}\n`, IS_PRIVATE],
    [
      'a public key as JWK with members that say what it is for',
      JSON.stringify({ ...publicJwk, kid: 'agent', use: 'sig', alg: 'EdDSA', key_ops: ['verify'], ext: true }),
      IS_PUBLIC,
    ],
    [
      'a private key as JWK with members that do not permit signing',
      JSON.stringify({ ...privateJwk, kid: 'agent', use: 'enc', key_ops: [], ext: false }),
      IS_PRIVATE,
    ],
  ];
  return [
    ...accepted.map(([name, key, outcome]) => ({ name, key, ...outcome })),
    ...Object.entries(refused()).map(([name, key]) => ({ name, key, ...IS_NONE })),
  ];
}

/** What is no key of Ed25519, by what it is. */
function refused(): Readonly<Record<string, string>> {
  const jwk = (members: object) => JSON.stringify(members);
  const ec = createPrivateKey({ key: P256, format: 'jwk' });
  return {
    'an empty text': '',
    'a text that is no key': 'correct horse battery staple',
    'the bytes of a public key in base64': raw.toString('base64'),
    'a public key in the form of SSH': `ssh-ed25519 ${sshKey()} agent`,
    'JSON that is cut off': jwk(privateJwk).slice(0, -10),
    'an array of JSON': '[]',
    'null of JSON': 'null',
    'an empty object': '{}',
    'a set of JWKs': jwk({ keys: [privateJwk] }),
    'a JWK with neither key': jwk({ kty: 'OKP', crv: 'Ed25519' }),
    'a JWK with a key type in small letters': jwk({ ...privateJwk, kty: 'okp' }),
    'a JWK for another curve, X25519': jwk({ ...privateJwk, crv: 'X25519' }),
    'a JWK for another curve, Ed448': jwk({ ...privateJwk, crv: 'Ed448' }),
    'a private JWK of P-256': jwk(P256),
    'a public JWK of P-256': jwk(publicP256),
    'a JWK of RSA': jwk(RSA),
    'a JWK with numbers for keys': jwk({ ...privateJwk, x: 1, d: 2 }),
    'a JWK with keys that are too short': jwk({ ...publicJwk, x: shortened(raw), d: shortened(seed) }),
    'a JWK with keys that are too long': jwk({ ...publicJwk, x: doubled(raw), d: doubled(seed) }),
    'a JWK with keys that are not base64': jwk({ ...publicJwk, x: '!'.repeat(43), d: '!'.repeat(43) }),
    'a public key of P-256 in PEM': pem('PUBLIC KEY', createPublicKey(ec).export({ format: 'der', type: 'spki' })),
    'a private key of P-256 in PEM': pem('PRIVATE KEY', ec.export({ format: 'der', type: 'pkcs8' })),
    'a private key of P-256 in the PEM of SEC 1': pem('EC PRIVATE KEY', ec.export({ format: 'der', type: 'sec1' })),
    'a public key of RSA in PEM': pem(
      'PUBLIC KEY',
      createPublicKey({ key: RSA, format: 'jwk' }).export({ format: 'der', type: 'spki' }),
    ),
    'a public key of X25519 in PEM': pem('PUBLIC KEY', ofBytes('302a300506032b656e032100', raw)),
    'a private key of X25519 in PEM': pem('PRIVATE KEY', ofBytes('302e020100300506032b656e04220420', seed)),
    'a public key of Ed448 in PEM': pem('PUBLIC KEY', ofBytes('3043300506032b6571033a00', Buffer.alloc(57, 7))),
    'a private key in PEM with a password': pem('ENCRYPTED PRIVATE KEY', Buffer.from(ENCRYPTED, 'base64')),
    'a private key that says that it is public': pem('PUBLIC KEY', pkcs8),
    'a public key that says that it is private': pem('PRIVATE KEY', spki),
    'a public key that says that it is a certificate': pem('CERTIFICATE', spki),
    'a public key in PEM that is one byte too short': pem('PUBLIC KEY', spki.subarray(0, -1)),
    'a public key in PEM that is one byte too long': pem('PUBLIC KEY', Buffer.concat([spki, Buffer.of(0)])),
    'a public key in PEM without its last line': publicPem.slice(0, publicPem.indexOf('-----END')),
    'a private key in PEM without its last line': privatePem.slice(0, privatePem.indexOf('-----END')),
    'a public key in PEM that is not base64': publicPem.replace(/\nM/, '\n!'),
    'a private key in PEM that is not base64': privatePem.replace(/\nM/, '\n!'),
  };
}

function pem(label: string, der: Buffer): string {
  const lines = der.toString('base64').match(/.{1,64}/g) ?? [];
  return `${[`-----BEGIN ${label}-----`, ...lines, `-----END ${label}-----`].join('\n')}\n`;
}

function ofBytes(beginning: string, rest: Buffer): Buffer {
  return Buffer.concat([Buffer.from(beginning, 'hex'), rest]);
}

const shortened = (bytes: Buffer) => bytes.subarray(1).toString('base64url');
const doubled = (bytes: Buffer) => Buffer.concat([bytes, bytes]).toString('base64url');

/** See: RFC 8709, section 4. */
function sshKey(): string {
  const text = (bytes: Buffer) => Buffer.concat([Buffer.of(0, 0, 0, bytes.length), bytes]);
  return Buffer.concat([text(Buffer.from('ssh-ed25519')), text(raw)]).toString('base64');
}
