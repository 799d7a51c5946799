import { base64, randomText, utf8 } from '../bytes.ts';
import type { Proof } from '../generated/types.ts';
import { type PrivateKey, signerOf } from '../keys.ts';
import { mistake } from '../mistakes.ts';

/** What a proof permits. */
export type ProofAction = 'redeem' | 'rotate' | 'replace';

/** See: clients/typescript/src/agent-keys.ts; docs/contract/vault.md#proofs. */
export async function prove(privateKey: PrivateKey, action: ProofAction, resourceId: string): Promise<Proof> {
  const sign = await signerOf(privateKey);
  const timestamp = Math.floor(Date.now() / 1000);
  const nonce = randomText();
  const given = await sign(utf8(`${action}.${resourceId}.${timestamp}.${nonce}`));
  const signature = typeof given === 'string' ? given : base64(new Uint8Array(given));
  // The base64 of 64 bytes.
  if (/^[A-Za-z0-9+/]{86}==$/.test(signature)) return { timestamp, nonce, signature };
  throw mistake('privateKey', 'expected a signature of 64 bytes from its function');
}
