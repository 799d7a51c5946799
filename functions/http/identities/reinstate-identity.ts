import * as routes from '../../../shared/contract/routes/identities.ts';
import { replaceIdentity } from '../../../shared/data/entities/identity.ts';
import { ownedResourceOperation, reply, write } from '../../../shared/runtime/pipeline/operation.ts';
import { loadOwnedIdentity } from '../../../shared/services/identities/load-owned-identity.ts';
import { identityRecord } from './identity-record.ts';

export const reinstateIdentity = ownedResourceOperation(
  routes.reinstateIdentity,
  loadOwnedIdentity,
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
      return reply(identityRecord(active, baseUrl));
    });
  },
);
