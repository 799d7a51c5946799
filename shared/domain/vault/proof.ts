import { createPublicKey, verify } from 'node:crypto';
import { isStrongPoint } from './edwards-point.ts';
import { PROOF_SKEW_MS } from './vault-limits.ts';

/** What a proof can be for. */
export type ProofAction = 'redeem' | 'rotate' | 'replace';

/**
 * The proof that a caller holds the private key of an identity: a signature over the action, the resource, the time and
 * a nonce.
 *
 * See: docs/contract/vault.md#proofs.
 */
export interface Proof {
  /** Unix seconds. */
  timestamp: number;
  nonce: string;
  /** In base64. */
  signature: string;
}

type ProofResult = 'valid' | 'bad timestamp' | 'bad signature';

/** The text that a proof signs. The nonce is last, so it may contain dots. */
export function signedText(action: ProofAction, resourceId: string, { timestamp, nonce }: Omit<Proof, 'signature'>) {
  return `${action}.${resourceId}.${timestamp}.${nonce}`;
}

/**
 * Verifies a proof with a public key that `isPublicKey` accepted. Whether its nonce is new is for the commit to find.
 */
export function checkProof(publicKey: string, action: ProofAction, resourceId: string, proof: Proof, now: number) {
  if (Math.abs(now - proof.timestamp * 1000) > PROOF_SKEW_MS) return 'bad timestamp' satisfies ProofResult;
  const signature = decodeCanonical(proof.signature);
  if (signature?.length !== 64) return 'bad signature' satisfies ProofResult;
  const text = Buffer.from(signedText(action, resourceId, proof));
  const x = Buffer.from(publicKey, 'base64').toString('base64url');
  const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' });
  return (verify(null, text, key, signature) ? 'valid' : 'bad signature') satisfies ProofResult;
}

/** Whether a text is the canonical base64 of an Ed25519 public key. */
export function isPublicKey(text: string): boolean {
  const bytes = decodeCanonical(text);
  return bytes !== undefined && isStrongPoint(bytes);
}

/** The bytes of a base64 text; `undefined` if other texts are the usual encoding of its bytes, or of none. */
function decodeCanonical(text: string): Buffer | undefined {
  const bytes = Buffer.from(text, 'base64');
  return bytes.toString('base64') === text ? bytes : undefined;
}
