import type { Identity } from '#shared/data/entities/organization/identity.ts';
import { checkProof, type Proof, type ProofAction } from '#shared/domain/vault/proof.ts';

/** A proof that a request needs or brings. */
export interface ProofRequirement {
  /** The identity with the keypair; undefined where there is none, as for a secret of the organization. */
  identity: Identity | undefined;
  action: ProofAction;
  resourceId: string;
  proof: Proof | undefined;
  /** Whether the request fails without one. A proof that is not needed must be valid all the same. */
  isNeeded: boolean;
  isNonceUsed: boolean;
  now: number;
}

/** What is wrong with a proof, as a sentence for `vault.proof_invalid`; `undefined` if nothing is. */
export function proofProblem(requirement: ProofRequirement): string | undefined {
  const { identity, action, resourceId, proof, isNeeded, isNonceUsed, now } = requirement;
  if (proof === undefined) {
    return isNeeded ? 'The agent has a keypair, so this request needs a proof.' : undefined;
  }
  if (identity?.keypair === undefined) return 'The agent has no keypair to verify the proof with.';
  const result = checkProof(identity.keypair.publicKey, action, resourceId, proof, now);
  if (result === 'bad timestamp') return 'The timestamp of the proof is more than 300 seconds from now.';
  if (result === 'bad signature') return 'The signature of the proof does not match.';
  return isNonceUsed ? 'The nonce of the proof has already been used.' : undefined;
}
