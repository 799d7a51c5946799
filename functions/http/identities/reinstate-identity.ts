import * as routes from '../../../shared/contract/routes/identities.ts';
import { findIdentity, replaceIdentity } from '../../../shared/data/entities/identity.ts';
import { notFound } from '../../../shared/domain/errors.ts';
import { operation, reply, write } from '../../../shared/runtime/pipeline/operation.ts';
import { identityRecord } from './identity-record.ts';

export const reinstateIdentity = operation(
  routes.reinstateIdentity,
  async ({ actor, table, baseUrl, now }, { params }) => {
    const identity = await findIdentity(table, actor.organization.id, params.id);
    if (identity === undefined) throw notFound();
    if (identity.status === 'active') return reply(identityRecord(identity, baseUrl));

    const active = {
      ...identity,
      status: 'active' as const,
      suspendedAt: null,
      suspendedReason: null,
      updatedAt: now,
      version: identity.version + 1,
    };
    return write([], (staging) => {
      staging.put(replaceIdentity(active));
      return reply(identityRecord(active, baseUrl));
    });
  },
);
