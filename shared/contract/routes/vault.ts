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

const group = { group: 'vault', auth: 'any-key' } as const;

const AUDITED_SECRET = { target: 'secret', fields: ['identity_id', 'name', 'version', 'hosts'] } as const;

export const putKeypair = route({
  ...group,
  name: 'putKeypair',
  method: 'PUT',
  path: '/v1/vault/keypair',
  auth: 'resource-agent',
  resources: [{ load: 'identity', named: 'identity_id', foreign: 403 }],
  rowRules: ['keypair-proof'],
  summary: 'Sets or replaces the public key of an agent.',
  audited: { target: 'keypair' },
  body: putKeypairBody,
  status: 200,
  reply: keypairSchema,
});

export const getKeypair = route({
  ...group,
  name: 'getKeypair',
  method: 'GET',
  path: '/v1/vault/keypair',
  auth: 'resource-agent',
  resources: [{ load: 'identity', named: 'identity_id', foreign: 403 }],
  summary: 'Returns the public key of an agent.',
  query: keypairQuery,
  status: 200,
  reply: keypairSchema,
});

export const createSecret = route({
  ...group,
  name: 'createSecret',
  method: 'POST',
  path: '/v1/vault/secrets',
  auth: 'resource-agent',
  resources: [{ load: 'identity', named: 'identity_id', foreign: 403 }],
  summary: 'Stores a secret. Its value leaves the vault only through leases.',
  audited: AUDITED_SECRET,
  body: createSecretBody,
  status: 201,
  reply: secretSchema,
  errors: ['usage.storage_limit'],
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
});

export const getSecret = route({
  ...group,
  name: 'getSecret',
  method: 'GET',
  path: '/v1/vault/secrets/{id}',
  auth: 'resource-agent',
  resources: [{ load: 'secret', named: 'id', foreign: 404 }],
  summary: 'Returns a secret, without its value.',
  params: idParams,
  status: 200,
  reply: secretSchema,
});

export const deleteSecret = route({
  ...group,
  name: 'deleteSecret',
  method: 'DELETE',
  path: '/v1/vault/secrets/{id}',
  auth: 'resource-agent',
  resources: [{ load: 'secret', named: 'id', foreign: 404 }],
  summary: 'Deletes a secret and revokes its leases.',
  audited: AUDITED_SECRET,
  params: idParams,
  status: 204,
});

export const rotateSecret = route({
  ...group,
  name: 'rotateSecret',
  method: 'POST',
  path: '/v1/vault/secrets/{id}/rotate',
  auth: 'resource-agent',
  resources: [{ load: 'secret', named: 'id', foreign: 404 }],
  rowRules: ['keypair-proof'],
  summary: 'Replaces the value of a secret. Its leases stay valid, unless the request revokes them.',
  audited: AUDITED_SECRET,
  params: idParams,
  body: rotateSecretBody,
  status: 200,
  reply: secretSchema,
  errors: ['usage.storage_limit'],
});

export const createLease = route({
  ...group,
  name: 'createLease',
  method: 'POST',
  path: '/v1/vault/leases',
  auth: 'resource-agent',
  resources: [
    { load: 'identity', named: 'identity_id', foreign: 403 },
    { load: 'secret', named: 'secret_id', foreign: 404 },
  ],
  rowRules: ['secret-agent'],
  summary: 'Creates a lease of a secret.',
  body: createLeaseBody,
  status: 201,
  reply: newLeaseSchema,
  otherReply: { status: 202, reply: newLeaseSchema },
  onceOnlySecret: true,
});

export const claimLease = route({
  ...group,
  name: 'claimLease',
  method: 'POST',
  path: '/v1/vault/leases/{id}/claim',
  auth: 'agent',
  resources: [{ load: 'lease', named: 'id', foreign: 404 }],
  summary: 'Returns the token of an approved lease once, to the agent that asked for it.',
  params: idParams,
  status: 200,
  reply: newLeaseSchema,
  errors: [
    'approval.pending',
    'approval.closed',
    'vault.lease_claimed',
    'vault.lease_expired',
    'vault.lease_exhausted',
    'vault.lease_revoked',
  ],
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
});

export const redeemLease = route({
  ...group,
  name: 'redeemLease',
  method: 'POST',
  path: '/v1/vault/leases/{id}/redeem',
  auth: 'resource-agent',
  resources: [{ load: 'lease', named: 'id', foreign: 404 }],
  rowRules: ['keypair-proof', 'redemption-record'],
  summary: 'Uses a lease once: returns the current value of its secret.',
  params: idParams,
  body: redeemLeaseBody,
  status: 200,
  reply: redeemedSchema,
  errors: ['vault.lease_expired', 'vault.lease_exhausted', 'vault.lease_revoked'],
});

export const revokeLease = route({
  ...group,
  name: 'revokeLease',
  method: 'POST',
  path: '/v1/vault/leases/{id}/revoke',
  auth: 'resource-agent',
  resources: [{ load: 'lease', named: 'id', foreign: 404 }],
  summary: 'Revokes a lease immediately.',
  audited: { target: 'lease', fields: ['secret_id', 'identity_id', 'status'] },
  params: idParams,
  status: 200,
  reply: leaseSchema,
});

export const listRedemptions = route({
  ...group,
  name: 'listRedemptions',
  method: 'GET',
  path: '/v1/vault/leases/{id}/redemptions',
  auth: 'resource-agent',
  resources: [{ load: 'lease', named: 'id', foreign: 404 }],
  summary: 'Lists the redemptions of a lease, including refused ones.',
  params: idParams,
  query: pageQuery,
  status: 200,
  reply: redemptionsSchema,
});
