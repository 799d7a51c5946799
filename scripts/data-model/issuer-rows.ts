import type { AreaRows } from './row-description.ts';

/** The keys that sign tokens, and who may accept the tokens. */
export const ISSUER_ROWS: AreaRows<'identityTokenSettings' | 'signingKey' | 'trustedIssuer'> = {
  signingKey: [
    {
      row: 'version of the key that signs tokens: wrapped, or the ARN of a key of KMS',
      pk: '<stage>',
      sk: 'number of the version',
      files: ['issuer/signing-key.ts', 'shared/data/direct-writes/signing-key.ts'],
    },
  ],
  identityTokenSettings: [
    {
      row: 'audiences of identity tokens',
      pk: '<org>',
      sk: '`SETTINGS`',
      files: ['issuer/identity-token-settings.ts'],
    },
  ],
  trustedIssuer: [
    { row: 'trusted issuer', pk: '<org>', sk: 'issuer id', files: ['issuer/trusted-issuer.ts'] },
    { row: 'which issuers, by id', pk: '<org>', sk: '`INDEX`', files: ['issuer/trusted-issuer.ts'] },
  ],
};
