import * as routes from '../../../shared/contract/routes/identities.ts';
import { findIdentity, replaceIdentity } from '../../../shared/data/entities/identity.ts';
import { notFound } from '../../../shared/domain/errors.ts';
import { operation, reply, write } from '../../../shared/runtime/pipeline/operation.ts';
import { identityRecord } from './identity-record.ts';

export const suspendIdentity = operation(
  routes.suspendIdentity,
  async ({ actor, table, baseUrl, now }, { params, body }) => {
    const identity = await findIdentity(table, actor.organization.id, params.id);
    if (identity === undefined) throw notFound();
    // Suspending twice is no error; the first reason and time stand.
    if (identity.status === 'suspended') return reply(identityRecord(identity, baseUrl));

    const suspended = {
      ...identity,
      status: 'suspended' as const,
      suspendedAt: now,
      suspendedReason: body.reason ?? null,
      updatedAt: now,
      version: identity.version + 1,
    };
    return write([], (staging) => {
      staging.put(replaceIdentity(suspended));
      return reply(identityRecord(suspended, baseUrl));
    });
  },
);
