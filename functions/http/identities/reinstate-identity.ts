import * as routes from '#shared/contract/routes/identities.ts';
import { replaceIdentity } from '#shared/data/entities/organization/identity.ts';
import { reply, resourceOperation, write } from '#shared/runtime/pipeline/operation.ts';
import { loadIdentity } from '#shared/services/identities/load-identity.ts';
import { identityRecord } from './identity-record.ts';

export const reinstateIdentity = resourceOperation(
  routes.reinstateIdentity,
  loadIdentity,
  async ({ baseUrl, now }, identity) => {
    if (identity.status === 'active') return reply(identityRecord(identity, baseUrl));

    const active = {
      ...identity,
      status: 'active' as const,
      suspendedAt: null,
      suspendedReason: null,
      updatedAt: now,
      version: identity.version + 1,
    };
    return write((tx) => {
      tx.put(replaceIdentity(active));
      tx.audit({ before: identityRecord(identity, baseUrl) });
      return reply(identityRecord(active, baseUrl));
    });
  },
);
