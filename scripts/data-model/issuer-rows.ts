import type { AreaRows } from './row-description.ts';

/** Identity tokens, and who may accept them. */
export const ISSUER_ROWS: AreaRows<'identityTokenSettings'> = {
  identityTokenSettings: [
    {
      row: 'audiences of identity tokens',
      pk: '<org>',
      sk: '`SETTINGS`',
      files: ['issuer/identity-token-settings.ts'],
    },
  ],
};
