import { DAY, SECOND } from '#shared/domain/time/time.ts';
import { ServiceError } from '../../http/service-error.ts';
import type { SigningKeyStore } from './signing-key-store.ts';

export interface SigningKeyInput {
  readonly KeyId?: string;
  readonly KeySpec?: string;
  readonly KeyUsage?: string;
  readonly Tags?: readonly { readonly TagKey: string; readonly TagValue: string }[];
  readonly Message?: string;
  readonly MessageType?: string;
  readonly SigningAlgorithm?: string;
  readonly PendingWindowInDays?: number;
}

interface SigningKeys {
  readonly signing: SigningKeyStore;
}

const DEFAULT_WINDOW_DAYS = 30;

/** The operations of keys that sign. */
export const SIGNING_KEY_OPERATIONS = {
  CreateKey: (input: SigningKeyInput, { signing }: SigningKeys) => {
    if (input.KeySpec !== 'RSA_2048' || input.KeyUsage !== 'SIGN_VERIFY') {
      throw new ServiceError('ValidationException', 'Functions create keys that sign, with RSA_2048.');
    }
    return { KeyMetadata: { Arn: signing.create(tagsOf(input)), KeySpec: input.KeySpec, KeyUsage: input.KeyUsage } };
  },
  GetPublicKey: ({ KeyId = '' }: SigningKeyInput, { signing }: SigningKeys) => ({
    KeyId,
    PublicKey: signing.publicKeyOf(KeyId).toString('base64'),
    SigningAlgorithms: ['RSASSA_PKCS1_V1_5_SHA_256'],
  }),
  Sign: ({ KeyId = '', Message = '', MessageType, SigningAlgorithm }: SigningKeyInput, { signing }: SigningKeys) => {
    if (MessageType !== 'DIGEST' || SigningAlgorithm !== 'RSASSA_PKCS1_V1_5_SHA_256') {
      throw new ServiceError('ValidationException', 'Digests are signed, with RSASSA_PKCS1_V1_5_SHA_256.');
    }
    const signature = signing.sign(KeyId, Buffer.from(Message, 'base64'));
    return { KeyId, Signature: signature.toString('base64'), SigningAlgorithm };
  },
  ScheduleKeyDeletion: (
    { KeyId = '', PendingWindowInDays = DEFAULT_WINDOW_DAYS }: SigningKeyInput,
    { signing }: SigningKeys,
  ) => {
    const DeletionDate = (Date.now() + PendingWindowInDays * DAY) / SECOND;
    signing.scheduleDeletion(KeyId, DeletionDate);
    return { KeyId, DeletionDate, KeyState: 'PendingDeletion', PendingWindowInDays };
  },
};

export function tagsOf({ Tags = [] }: SigningKeyInput): Record<string, string> {
  return Object.fromEntries(Tags.map(({ TagKey, TagValue }) => [TagKey, TagValue]));
}
