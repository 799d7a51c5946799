import { generateKeyPairSync, sign } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isStrongPoint } from '#shared/domain/vault/edwards-point.ts';
import { checkProof, isPublicKey, type Proof, signedText } from '#shared/domain/vault/proof.ts';
import { AgentKeypair } from '../support/agent-keypair.ts';

const bytesOf = (hex: string) => Buffer.from(hex, 'hex');

/** The points of order 1, 2, 4 and 8. */
const LOW_ORDER = [
  `01${'00'.repeat(31)}`,
  `ec${'ff'.repeat(30)}7f`,
  '00'.repeat(32),
  `${'00'.repeat(31)}80`,
  'c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a',
  'c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac03fa',
  '26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05',
  '26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc85',
];

/** Encodings of a y that is not below the prime, and of x = 0 with a sign. */
const NOT_CANONICAL = [
  `ed${'ff'.repeat(30)}7f`,
  `ee${'ff'.repeat(30)}7f`,
  `f0${'ff'.repeat(30)}7f`,
  'ff'.repeat(32),
  `01${'00'.repeat(30)}80`,
  `ec${'ff'.repeat(31)}`,
];

describe('public keys', () => {
  test('Keys that node:crypto generates are accepted', () => {
    for (let n = 0; n < 20; n++) expect(isPublicKey(new AgentKeypair().publicKey)).toBe(true);
  });

  test.each(LOW_ORDER)('The point %s of low order is refused', (hex) => {
    expect(isStrongPoint(bytesOf(hex))).toBe(false);
  });

  test.each(NOT_CANONICAL)('The encoding %s, which is not canonical, is refused', (hex) => {
    expect(isStrongPoint(bytesOf(hex))).toBe(false);
  });

  test('About half of all texts of 32 bytes are no point, and refused', () => {
    const accepted = fc
      .sample(fc.uint8Array({ minLength: 32, maxLength: 32 }), { numRuns: 200, seed: 1 })
      .filter(isStrongPoint).length;
    expect(accepted).toBeGreaterThan(60);
    expect(accepted).toBeLessThan(140);
  });

  test('Another length, another alphabet, missing padding and unused bits are refused', () => {
    const bytes = Buffer.from(new AgentKeypair().publicKey, 'base64');
    const text = bytes.toString('base64');
    for (const length of [0, 31, 33, 64])
      expect(isPublicKey(Buffer.alloc(length, bytes).toString('base64'))).toBe(false);
    const last = text.charCodeAt(42);
    const variants = [
      text.slice(0, -1),
      `${text}=`,
      ` ${text}`,
      `${text}\n`,
      bytes.toString('base64url'),
      bytes.toString('hex'),
      // The last character has two unused bits; another one decodes to the same bytes.
      `${text.slice(0, 42)}${String.fromCharCode(last + 1)}=`,
    ];
    for (const variant of variants) expect(isPublicKey(variant), variant).toBe(false);
  });
});

describe('proofs', () => {
  const now = 1_800_000_000_000;
  const keypair = new AgentKeypair();
  const proof = (more: Partial<Proof> = {}) => ({ ...keypair.proof('redeem', 'lse_1', { at: now }), ...more });
  const check = (given: Proof, at = now) => checkProof(keypair.publicKey, 'redeem', 'lse_1', given, at);

  test('A proof is valid for its action, resource, time, nonce and key only', () => {
    expect(check(proof())).toBe('valid');
    const given = proof();
    expect(checkProof(keypair.publicKey, 'rotate', 'lse_1', given, now)).toBe('bad signature');
    expect(checkProof(keypair.publicKey, 'redeem', 'lse_2', given, now)).toBe('bad signature');
    expect(checkProof(new AgentKeypair().publicKey, 'redeem', 'lse_1', given, now)).toBe('bad signature');
    expect(check({ ...given, timestamp: given.timestamp + 1 })).toBe('bad signature');
    expect(check({ ...given, nonce: `${given.nonce}0` })).toBe('bad signature');
    expect(signedText('redeem', 'lse_1', { timestamp: 5, nonce: 'a.b' })).toBe('redeem.lse_1.5.a.b');
  });

  test('A proof is valid for 300 seconds before and after its time', () => {
    const given = proof();
    for (const [offset, result] of [
      [-300_001, 'bad timestamp'],
      [-300_000, 'valid'],
      [300_000, 'valid'],
      [300_001, 'bad timestamp'],
    ] as const) {
      expect(check(given, now + offset), String(offset)).toBe(result);
    }
  });

  test('A signature with a changed bit, of another length or in another encoding is not valid', () => {
    const given = proof();
    const bytes = Buffer.from(given.signature, 'base64');
    for (let bit = 0; bit < 512; bit += 7) {
      const changed = Buffer.from(bytes);
      changed[bit >> 3] = (changed[bit >> 3] as number) ^ (1 << (bit & 7));
      expect(check({ ...given, signature: changed.toString('base64') })).toBe('bad signature');
    }
    for (const signature of [
      '',
      'x',
      bytes.toString('base64url'),
      bytes.toString('hex'),
      bytes.subarray(1).toString('base64'),
      Buffer.concat([bytes, Buffer.alloc(1)]).toString('base64'),
      Buffer.alloc(64).toString('base64'),
    ]) {
      expect(check({ ...given, signature })).toBe('bad signature');
    }
  });

  test('A signature by a key of another curve is not valid', () => {
    const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const given = proof();
    const text = Buffer.from(signedText('redeem', 'lse_1', given));
    const signature = sign('sha256', text, { key: privateKey, dsaEncoding: 'ieee-p1363' }).toString('base64');
    expect(check({ ...given, signature })).toBe('bad signature');
  });
});
