import { generateKeyPairSync, randomUUID, sign } from 'node:crypto';
import { type ProofAction, signedText } from '#shared/domain/vault/proof.ts';

/** What a test may change in a proof. */
interface ProofOptions {
  at?: number;
  nonce?: string;
}

/** An Ed25519 keypair as an agent holds it. */
export class AgentKeypair {
  /** The raw public key in base64. */
  readonly publicKey: string;
  readonly #privateKey;

  constructor() {
    const { publicKey, privateKey } = generateKeyPairSync('ed25519');
    this.publicKey = Buffer.from(publicKey.export({ format: 'jwk' }).x ?? '', 'base64url').toString('base64');
    this.#privateKey = privateKey;
  }

  proof(action: ProofAction, resourceId: string, { at = Date.now(), nonce = randomUUID() }: ProofOptions = {}) {
    const timestamp = Math.floor(at / 1000);
    const text = signedText(action, resourceId, { timestamp, nonce });
    return { timestamp, nonce, signature: sign(null, Buffer.from(text), this.#privateKey).toString('base64') };
  }
}
