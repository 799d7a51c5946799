import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto';

/** A key and a self-signed certificate. */
export interface SelfSigned {
  privateKey: KeyObject;
  certificate: string;
}

/** Tags of ASN.1. Source: X.690. */
const TAG = { integer: 0x02, bits: 0x03, null: 0x05, oid: 0x06, utf8: 0x0c, utcTime: 0x17, sequence: 0x30, set: 0x31 };
const SHA256_WITH_RSA = [0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 0x01, 0x01, 0x0b];
const COMMON_NAME = [0x55, 0x04, 0x03];

function der(tag: number, ...parts: (Uint8Array | number[])[]): Buffer {
  const content = Buffer.concat(parts.map((part) => Buffer.from(part)));
  const { length } = content;
  const size = length < 0x80 ? [length] : length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.from([tag, ...size]), content]);
}

/** An X.509 certificate, version 1, signed by its own RSA key. See: RFC 5280, section 4.1. */
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
  const content = der(
    TAG.sequence,
    der(TAG.integer, [1]),
    algorithm,
    subject,
    der(TAG.sequence, time(from), time(until)),
    subject,
    publicKey.export({ type: 'spki', format: 'der' }),
  );
  const signature = sign('sha256', content, privateKey);
  const whole = der(TAG.sequence, content, algorithm, der(TAG.bits, [0], signature));
  const lines = whole.toString('base64').match(/.{1,64}/g) ?? [];
  return {
    privateKey,
    certificate: ['-----BEGIN CERTIFICATE-----', ...lines, '-----END CERTIFICATE-----', ''].join('\n'),
  };
}
