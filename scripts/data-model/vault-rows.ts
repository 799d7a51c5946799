import type { AreaRows } from './row-description.ts';

/** Secrets, their leases and proofs. */
export const VAULT_ROWS: AreaRows<'secret' | 'secretValue' | 'lease' | 'redemption' | 'proofNonce' | 'vaultKey'> = {
  secret: [
    {
      row: 'secret of the vault, without its value',
      pk: '<org>',
      sk: 'secret id',
      files: ['vault/secret.ts'],
      personal: 'name, description and metadata, if they name people',
    },
  ],
  secretValue: [{ row: 'sealed value of a secret', pk: '<org>', sk: 'secret id', files: ['vault/secret-value.ts'] }],
  lease: [
    { row: 'lease', pk: '<org>', sk: 'lease id', files: ['vault/lease.ts'], personal: 'purpose, if it names people' },
    { row: 'lease of an agent', pk: '<identity>', sk: 'lease id', files: ['vault/lease.ts'] },
  ],
  redemption: [
    {
      row: 'redemption of a lease, or a refused one',
      pk: '<lease>',
      sk: '`red_` and the time',
      files: ['vault/redemption.ts'],
      personal: 'network address of the caller',
    },
  ],
  proofNonce: [
    {
      row: 'guard: an agent’s proofs have different nonces',
      pk: '<identity>',
      sk: 'nonce',
      files: ['vault/proof-nonce.ts'],
    },
  ],
  vaultKey: [{ row: 'wrapped data key of an organization', pk: '<org>', sk: '`KEY`', files: ['vault/vault-key.ts'] }],
};
