import { createHash, createPrivateKey, createPublicKey, sign } from 'node:crypto';

const NOW = 1_767_225_600;

/** Proofs of the vault, by keys that are no secrets. Ed25519 is deterministic, so each has one signature. */
export function proofVectors() {
  return ['first', 'second'].map((name) => {
    const seed = createHash('sha256').update(`a key of vectors: ${name}`).digest();
    const der = Buffer.concat([Buffer.from('302e020100300506032b657004220420', 'hex'), seed]);
    const key = createPrivateKey({ key: der, format: 'der', type: 'pkcs8' });
    const jwk = createPublicKey(key).export({ format: 'jwk' });
    const proofs = [
      ['redeem', 'lse_01KDVAW3000000000000000000', NOW, 'nonce-0001'],
      ['rotate', 'sec_01KDVAW3000000000000000001', NOW + 1, 'a.nonce.with.dots'],
      ['replace', 'agt_01KDVAW3000000000000000002', NOW + 2, 'n'.repeat(64)],
    ] as const;
    return {
      private_key_pem: key.export({ format: 'pem', type: 'pkcs8' }),
      private_key_jwk: { kty: jwk.kty, crv: jwk.crv, x: jwk.x, d: seed.toString('base64url') },
      public_key: Buffer.from(jwk.x ?? '', 'base64url').toString('base64'),
      proofs: proofs.map(([action, resource_id, timestamp, nonce]) => {
        const text = `${action}.${resource_id}.${timestamp}.${nonce}`;
        return {
          action,
          resource_id,
          timestamp,
          nonce,
          text,
          signature: sign(null, Buffer.from(text), key).toString('base64'),
        };
      }),
    };
  });
}
