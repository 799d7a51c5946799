import * as routes from '../../routes/vault.ts';
import { exampleId, LEASE_TOKEN, PROOF, PUBLIC_KEY } from '../example-records.ts';
import { notesOf } from '../notes.ts';

export const VAULT = notesOf(routes, {
  putKeypair: {
    title: 'Put a keypair',
    sdk: 'vault.keypair.set',
    body: { identity_id: exampleId('agent'), algorithm: 'ed25519', public_key: PUBLIC_KEY },
  },
  getKeypair: { title: 'Get a keypair', sdk: 'vault.keypair.get' },
  createSecret: {
    title: 'Create a secret',
    sdk: 'vault.secrets.create',
    body: {
      name: 'Mail server',
      value: { username: 'example', password: 'correct horse battery staple' },
      identity_id: exampleId('agent'),
      description: 'The account that sends invoices.',
      metadata: { team: 'support' },
      hosts: ['api.example.com'],
    },
  },
  listSecrets: { title: 'List secrets', sdk: 'vault.secrets.list' },
  getSecret: { title: 'Get a secret', sdk: 'vault.secrets.get' },
  deleteSecret: { title: 'Delete a secret', sdk: 'vault.secrets.delete' },
  rotateSecret: {
    title: 'Rotate a secret',
    sdk: 'vault.secrets.rotate',
    body: { value: { username: 'example', password: 'another battery staple' }, revoke_leases: false },
  },
  createLease: {
    title: 'Create a lease',
    sdk: 'vault.leases.create',
    secret: 'lease_token',
    body: {
      secret_id: exampleId('secret'),
      identity_id: exampleId('agent'),
      ttl_seconds: 900,
      max_uses: 3,
      purpose: 'Send the invoices of today.',
    },
  },
  claimLease: { title: 'Claim a lease', sdk: 'vault.leases.claim', secret: 'lease_token' },
  listLeases: { title: 'List leases', sdk: 'vault.leases.list' },
  redeemLease: {
    title: 'Redeem a lease',
    sdk: 'vault.leases.redeem',
    body: { lease_token: LEASE_TOKEN, proof: PROOF },
  },
  revokeLease: { title: 'Revoke a lease', sdk: 'vault.leases.revoke' },
  listRedemptions: { title: 'List redemptions', sdk: 'vault.leases.redemptions' },
});
