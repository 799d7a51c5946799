import type { Proof } from './generated/types.ts';
import type { PrivateKey, PublicKey } from './keys.ts';
import type { ProofAction } from './loops/proof.ts';

// What reads keys is loaded on first use, so that it is not part of web pages that use none.

/**
 * The public key for `aid.vault.keypair.set`: its 32 bytes in base64.
 *
 *     await aid.vault.keypair.set({ algorithm: 'ed25519', public_key: await publicKeyOf(pem) });
 *
 * A PEM or a JWK of a private key works too: its public key is computed, and the private one does not leave this
 * process. Of a `CryptoKeyPair`, pass the `publicKey`. Rejects with a `ValidationError` for anything else; its message
 * does not contain the key.
 */
export async function publicKeyOf(key: PublicKey): Promise<string> {
  return (await import('./keys.ts')).publicKeyOf(key);
}

/**
 * A proof that the caller holds the private key of an agent, for one call within five minutes. `action` is `redeem`
 * with the id of a lease, `rotate` with that of a secret, or `replace` with that of the agent. The key does not leave
 * this process. Rejects with a `ValidationError` if it is none.
 *
 * See: docs/contract/vault.md#proofs.
 */
export async function prove(privateKey: PrivateKey, action: ProofAction, resourceId: string): Promise<Proof> {
  return (await import('./loops/proof.ts')).prove(privateKey, action, resourceId);
}
