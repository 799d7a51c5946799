/**
 * Where a stage has the private halves of the keys that sign tokens: wrapped in its table, or in KMS, which signs then.
 * `table-after-kms` is the way back: new keys are in the table, and those of KMS sign until they are replaced.
 */
export const SIGNING_KEY_CUSTODIES = ['table', 'kms', 'table-after-kms'] as const;
export type SigningKeyCustody = (typeof SIGNING_KEY_CUSTODIES)[number];

/** The signing keys of KMS: those that functions create, and that the policies of functions are about. */
export const KMS_SIGNING_KEY = {
  spec: 'RSA_2048',
  usage: 'SIGN_VERIFY',
  algorithm: 'RSASSA_PKCS1_V1_5_SHA_256',
  messageType: 'DIGEST',
  /** The days from the request to the deletion. An operator can cancel it until then. */
  deletionDays: 30,
} as const;

/** The tags by which policies tell the signing keys of one stage from all other keys of the account. */
export function kmsSigningKeyTags(stage: string): Readonly<Record<string, string>> {
  return { 'aid:stage': stage, 'aid:use': 'token-signing' };
}
