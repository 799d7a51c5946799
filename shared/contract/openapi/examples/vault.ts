import { keypairSchema, secretSchema } from '../../schemas/vault.ts';
import { leaseSchema, newLeaseSchema, redeemedSchema, redemptionSchema } from '../../schemas/vault-lease.ts';
import { AT, EXPIRES, exampleId, LATER, LEASE_TOKEN, PUBLIC_KEY, times } from '../example-records.ts';
import { example } from '../examples.ts';

const LEASE = {
  id: exampleId('lease'),
  secret_id: exampleId('secret'),
  secret_version: 1,
  identity_id: exampleId('agent'),
  status: 'active' as const,
  max_uses: 3,
  use_count: 0,
  purpose: 'Send the invoices of today.',
  hosts: ['api.example.com'],
  expires_at: EXPIRES,
  last_redeemed_at: null,
  created_at: AT,
};

export const VAULT_EXAMPLES = [
  example(keypairSchema, {
    identity_id: exampleId('agent'),
    algorithm: 'ed25519',
    public_key: PUBLIC_KEY,
    ...times,
  }),
  example(secretSchema, {
    id: exampleId('secret'),
    identity_id: exampleId('agent'),
    name: 'Mail server',
    version: 1,
    description: 'The account that sends invoices.',
    metadata: { team: 'support' },
    hosts: ['api.example.com'],
    ...times,
    rotated_at: null,
  }),
  example(leaseSchema, LEASE),
  example(newLeaseSchema, { ...LEASE, lease_token: LEASE_TOKEN }),
  example(redeemedSchema, {
    value: { username: 'example', password: 'correct horse battery staple' },
    version: 1,
    hosts: ['api.example.com'],
    lease: { ...LEASE, use_count: 1, last_redeemed_at: LATER },
  }),
  example(redemptionSchema, {
    id: exampleId('redemption'),
    at: LATER,
    actor: { actor_type: 'agent', actor_id: exampleId('agent'), key_id: exampleId('apiKey') },
    address: '203.0.113.7',
    version: 1,
    outcome: 'redeemed',
  }),
];
