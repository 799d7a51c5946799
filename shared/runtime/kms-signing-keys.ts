import {
  CreateKeyCommand,
  GetPublicKeyCommand,
  type KMSClient,
  KMSInvalidStateException,
  NotFoundException,
  ScheduleKeyDeletionCommand,
  SignCommand,
} from '@aws-sdk/client-kms';
import { KMS_SIGNING_KEY, kmsSigningKeyTags } from '#shared/contract/kms-signing-key.ts';

/** Keys of KMS that sign. Their private halves never leave it. A key is named by its ARN. */
export interface KmsSigningKeys {
  /** Creates a key with the tags of a stage. */
  create(stage: string): Promise<string>;
  /** The public half as SubjectPublicKeyInfo, in base64. */
  publicKeyOf(kmsKey: string): Promise<string>;
  /** The signature of a SHA-256 digest, by RSASSA-PKCS1-v1_5. */
  sign(kmsKey: string, digest: Uint8Array): Promise<Uint8Array>;
  /** Asks KMS to delete a key. Nothing happens if it is asked already, or if the key is gone. */
  scheduleDeletion(kmsKey: string): Promise<void>;
}

/** See: KMS API reference, CreateKey, GetPublicKey, Sign, ScheduleKeyDeletion. */
export function createKmsSigningKeys(kms: KMSClient): KmsSigningKeys {
  return {
    create: async (stage) => {
      const { KeyMetadata } = await kms.send(
        new CreateKeyCommand({
          KeySpec: KMS_SIGNING_KEY.spec,
          KeyUsage: KMS_SIGNING_KEY.usage,
          Description: `Signs tokens of the stage ${stage}`,
          Tags: Object.entries(kmsSigningKeyTags(stage)).map(([TagKey, TagValue]) => ({ TagKey, TagValue })),
        }),
      );
      if (KeyMetadata?.Arn === undefined) throw new Error('KMS returned no key');
      return KeyMetadata.Arn;
    },
    publicKeyOf: async (KeyId) => {
      const { PublicKey } = await kms.send(new GetPublicKeyCommand({ KeyId }));
      if (PublicKey === undefined) throw new Error('KMS returned no public key');
      return Buffer.from(PublicKey).toString('base64');
    },
    sign: async (KeyId, digest) => {
      const { Signature } = await kms.send(
        new SignCommand({
          KeyId,
          Message: digest,
          MessageType: KMS_SIGNING_KEY.messageType,
          SigningAlgorithm: KMS_SIGNING_KEY.algorithm,
        }),
      );
      if (Signature === undefined) throw new Error('KMS returned no signature');
      return Signature;
    },
    scheduleDeletion: async (KeyId) => {
      const PendingWindowInDays = KMS_SIGNING_KEY.deletionDays;
      await kms.send(new ScheduleKeyDeletionCommand({ KeyId, PendingWindowInDays })).catch((error: unknown) => {
        if (!(error instanceof KMSInvalidStateException || error instanceof NotFoundException)) throw error;
      });
    },
  };
}
