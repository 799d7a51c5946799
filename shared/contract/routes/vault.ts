import { route } from '../route.ts';
import { idParams, pageQuery } from '../schemas/common.ts';
import {
  createSecretBody,
  keypairQuery,
  keypairSchema,
  putKeypairBody,
  rotateSecretBody,
  secretSchema,
  secretsSchema,
} from '../schemas/vault.ts';
import {
  createLeaseBody,
  leaseSchema,
  leasesSchema,
  newLeaseSchema,
  redeemedSchema,
  redeemLeaseBody,
  redemptionsSchema,
} from '../schemas/vault-lease.ts';

const group = { group: 'vault', auth: 'any-key', budget: 'organization', onceOnlySecret: false } as const;

export const putKeypair = route({
  ...group,
  name: 'putKeypair',
  method: 'PUT',
  path: '/v1/vault/keypair',
  auth: 'owner',
  summary: 'Sets or replaces the public key of an agent.',
  body: putKeypairBody,
  status: 200,
  reply: keypairSchema,
  errors: ['auth.forbidden', 'resource.not_found', 'vault.proof_invalid'],
  idempotent: true,
});

export const getKeypair = route({
  ...group,
  name: 'getKeypair',
  method: 'GET',
  path: '/v1/vault/keypair',
  auth: 'owner',
  summary: 'Reads the public key of an agent.',
  query: keypairQuery,
  status: 200,
  reply: keypairSchema,
  errors: ['auth.forbidden', 'resource.not_found'],
  idempotent: false,
});

export const createSecret = route({
  ...group,
  name: 'createSecret',
  method: 'POST',
  path: '/v1/vault/secrets',
  auth: 'owner',
  summary: 'Stores a secret. Its value leaves the vault by leases only.',
  body: createSecretBody,
  status: 201,
  reply: secretSchema,
  errors: ['auth.forbidden', 'resource.not_found', 'usage.storage_limit'],
  idempotent: true,
});

export const listSecrets = route({
  ...group,
  name: 'listSecrets',
  method: 'GET',
  path: '/v1/vault/secrets',
  summary: 'Lists secrets, without values. An agent key sees its own agent’s.',
  query: pageQuery,
  status: 200,
  reply: secretsSchema,
  errors: [],
  idempotent: false,
});

export const getSecret = route({
  ...group,
  name: 'getSecret',
  method: 'GET',
  path: '/v1/vault/secrets/{id}',
  summary: 'Reads a secret, without its value.',
  params: idParams,
  status: 200,
  reply: secretSchema,
  errors: ['resource.not_found'],
  idempotent: false,
});

export const deleteSecret = route({
  ...group,
  name: 'deleteSecret',
  method: 'DELETE',
  path: '/v1/vault/secrets/{id}',
  summary: 'Deletes a secret and revokes its leases.',
  params: idParams,
  status: 204,
  errors: ['resource.not_found'],
  idempotent: true,
});

export const rotateSecret = route({
  ...group,
  name: 'rotateSecret',
  method: 'POST',
  path: '/v1/vault/secrets/{id}/rotate',
  summary: 'Replaces the value of a secret. Its leases stay, unless they are to be revoked.',
  params: idParams,
  body: rotateSecretBody,
  status: 200,
  reply: secretSchema,
  errors: ['resource.not_found', 'vault.proof_invalid', 'usage.storage_limit'],
  idempotent: true,
});

export const createLease = route({
  ...group,
  name: 'createLease',
  method: 'POST',
  path: '/v1/vault/leases',
  auth: 'owner',
  summary: 'Creates a lease of a secret.',
  body: createLeaseBody,
  status: 201,
  reply: newLeaseSchema,
  errors: ['auth.forbidden', 'resource.not_found'],
  idempotent: true,
  onceOnlySecret: true,
});

export const listLeases = route({
  ...group,
  name: 'listLeases',
  method: 'GET',
  path: '/v1/vault/leases',
  summary: 'Lists leases. An agent key sees its own agent’s.',
  query: pageQuery,
  status: 200,
  reply: leasesSchema,
  errors: [],
  idempotent: false,
});

export const redeemLease = route({
  ...group,
  name: 'redeemLease',
  method: 'POST',
  path: '/v1/vault/leases/{id}/redeem',
  summary: 'Uses a lease once: returns the present value of its secret.',
  params: idParams,
  body: redeemLeaseBody,
  status: 200,
  reply: redeemedSchema,
  errors: [
    'resource.not_found',
    'vault.proof_invalid',
    'vault.lease_expired',
    'vault.lease_exhausted',
    'vault.lease_revoked',
  ],
  idempotent: true,
});

export const revokeLease = route({
  ...group,
  name: 'revokeLease',
  method: 'POST',
  path: '/v1/vault/leases/{id}/revoke',
  summary: 'Ends a lease at once.',
  params: idParams,
  status: 200,
  reply: leaseSchema,
  errors: ['resource.not_found'],
  idempotent: true,
});

export const listRedemptions = route({
  ...group,
  name: 'listRedemptions',
  method: 'GET',
  path: '/v1/vault/leases/{id}/redemptions',
  summary: 'Lists the redemptions of a lease, refused ones included.',
  params: idParams,
  query: pageQuery,
  status: 200,
  reply: redemptionsSchema,
  errors: ['resource.not_found'],
  idempotent: false,
});
