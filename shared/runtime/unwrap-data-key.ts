import { DecryptCommand, type KMSClient } from '@aws-sdk/client-kms';

/** A data key in base64, as KMS wrapped it under a key and an encryption context. */
export interface WrappedDataKey {
  readonly keyId: string;
  readonly wrapped: string;
  readonly context: Readonly<Record<string, string>>;
}

/** The bytes of a data key, by one call of KMS. */
export async function unwrapDataKey(kms: KMSClient, { keyId, wrapped, context }: WrappedDataKey): Promise<Uint8Array> {
  const { Plaintext } = await kms.send(
    new DecryptCommand({
      KeyId: keyId,
      CiphertextBlob: Buffer.from(wrapped, 'base64'),
      EncryptionContext: context,
    }),
  );
  if (Plaintext === undefined) throw new Error('KMS returned no key');
  return Plaintext;
}
