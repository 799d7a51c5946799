import { GenerateDataKeyPairWithoutPlaintextCommand, KMSClient } from '@aws-sdk/client-kms';
import { clientOptions } from './client-options.ts';
import { readEnv } from './env.ts';
import { createKmsSigningKeys, type KmsSigningKeys } from './kms-signing-keys.ts';
import { unwrapDataKey } from './unwrap-data-key.ts';

/** The pairs that KMS authenticates with a wrapped signing key, and requires again to unwrap it. */
export const signingKeyContext = (stage: string) => ({ service: 'aid-issuer', stage });

/** A new key: its private half wrapped, its public one as SubjectPublicKeyInfo; both in base64. */
interface WrappedKeyPair {
  readonly wrapped: string;
  readonly publicKey: string;
}

/**
 * The uses of KMS: as what wraps keys, and as what signs. The private half of a new key is not returned: only the
 * function that signs unwraps it, or has KMS sign.
 */
export interface SigningKeyService {
  generateWrapped(context: Readonly<Record<string, string>>): Promise<WrappedKeyPair>;
  /** The private key in PKCS #8. */
  unwrap(wrapped: string, context: Readonly<Record<string, string>>): Promise<Uint8Array>;
  readonly kms: KmsSigningKeys;
}

/**
 * The key service of a stage: key pairs under the application key, which cost no monthly charge. The name of that key
 * is read at each call, because a function may never need it.
 *
 * See: docs/decisions/0081-identity-tokens.md#signing-keys; KMS API reference, GenerateDataKeyPairWithoutPlaintext.
 */
export function createSigningKeyService(
  kms: KMSClient = new KMSClient(clientOptions({ maxAttempts: 5 })),
  keyId: () => string = () => readEnv('KEY_ID').KEY_ID,
): SigningKeyService {
  return {
    generateWrapped: async (EncryptionContext) => {
      const { PrivateKeyCiphertextBlob, PublicKey } = await kms.send(
        new GenerateDataKeyPairWithoutPlaintextCommand({
          KeyId: keyId(),
          KeyPairSpec: 'RSA_2048',
          EncryptionContext,
        }),
      );
      if (PrivateKeyCiphertextBlob === undefined || PublicKey === undefined)
        throw new Error('KMS returned no key pair');
      return { wrapped: base64(PrivateKeyCiphertextBlob), publicKey: base64(PublicKey) };
    },
    unwrap: (wrapped, context) => unwrapDataKey(kms, { keyId: keyId(), wrapped, context }),
    kms: createKmsSigningKeys(kms),
  };
}

function base64(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('base64');
}
