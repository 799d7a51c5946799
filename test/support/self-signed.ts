import { createHash, generateKeyPairSync, type KeyObject, sign } from 'node:crypto';

/** A key and a self-signed certificate. */
export interface SelfSigned {
  privateKey: KeyObject;
  certificate: string;
}

/** Tags of ASN.1. Source: X.690. */
const TAG = {
  boolean: 0x01,
  integer: 0x02,
  bits: 0x03,
  bytes: 0x04,
  null: 0x05,
  oid: 0x06,
  utf8: 0x0c,
  utcTime: 0x17,
  sequence: 0x30,
  set: 0x31,
  /** Of a context: the name of a host among alternative names, the version and the extensions of a certificate. */
  host: 0x82,
  version: 0xa0,
  extensions: 0xa3,
};
const SHA256_WITH_RSA = [0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 0x01, 0x01, 0x0b];
const COMMON_NAME = [0x55, 0x04, 0x03];
const SUBJECT_KEY_ID = [0x55, 0x1d, 0x0e];
const ALTERNATIVE_NAME = [0x55, 0x1d, 0x11];
const BASIC_CONSTRAINTS = [0x55, 0x1d, 0x13];

function der(tag: number, ...parts: (Uint8Array | number[])[]): Buffer {
  const content = Buffer.concat(parts.map((part) => Buffer.from(part)));
  const { length } = content;
  const size = length < 0x80 ? [length] : length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.from([tag, ...size]), content]);
}

/**
 * An X.509 certificate for a host, signed by its own RSA key: one that clients trust where they are given it. See: RFC
 * 5280, section 4.
 */
export function selfSigned(
  name: string,
  from = new Date(Date.now() - 60_000),
  until = new Date(Date.now() + 86_400_000),
): SelfSigned {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const algorithm = der(TAG.sequence, der(TAG.oid, SHA256_WITH_RSA), der(TAG.null));
  const attribute = der(TAG.sequence, der(TAG.oid, COMMON_NAME), der(TAG.utf8, Buffer.from(name)));
  const subject = der(TAG.sequence, der(TAG.set, attribute));
  const time = (at: Date) => der(TAG.utcTime, Buffer.from(`${at.toISOString().replace(/\D/g, '').slice(2, 14)}Z`));
  const spki = publicKey.export({ type: 'spki', format: 'der' });
  const keyId = createHash('sha1').update(spki).digest();
  const content = der(
    TAG.sequence,
    der(TAG.version, der(TAG.integer, [2])),
    der(TAG.integer, [1]),
    algorithm,
    subject,
    der(TAG.sequence, time(from), time(until)),
    subject,
    spki,
    der(
      TAG.extensions,
      der(
        TAG.sequence,
        extension(SUBJECT_KEY_ID, der(TAG.bytes, keyId)),
        extension(ALTERNATIVE_NAME, der(TAG.sequence, der(TAG.host, Buffer.from(name)))),
        // Of an authority, as its own.
        extension(BASIC_CONSTRAINTS, der(TAG.sequence, der(TAG.boolean, [0xff])), true),
      ),
    ),
  );
  const signature = sign('sha256', content, privateKey);
  const whole = der(TAG.sequence, content, algorithm, der(TAG.bits, [0], signature));
  const lines = whole.toString('base64').match(/.{1,64}/g) ?? [];
  return {
    privateKey,
    certificate: ['-----BEGIN CERTIFICATE-----', ...lines, '-----END CERTIFICATE-----', ''].join('\n'),
  };
}

function extension(id: number[], value: Buffer, isCritical = false): Buffer {
  return der(TAG.sequence, der(TAG.oid, id), isCritical ? der(TAG.boolean, [0xff]) : [], der(TAG.bytes, value));
}
