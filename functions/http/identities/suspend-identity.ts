import * as routes from '#shared/contract/routes/identities.ts';
import { requestCancellation } from '#shared/data/entities/approval/approval.ts';
import { insertStreamCheck } from '#shared/data/entities/log/outbox.ts';
import { replaceIdentity } from '#shared/data/entities/organization/identity.ts';
import { reply, resourceOperation, write } from '#shared/runtime/pipeline/operation.ts';
import { loadIdentity } from '#shared/services/identities/load-identity.ts';
import { identityRecord } from './identity-record.ts';

export const suspendIdentity = resourceOperation(
  routes.suspendIdentity,
  loadIdentity,
  async ({ baseUrl, now }, identity, { body }) => {
    // Suspending a suspended agent is no error and keeps the first reason and time.
    if (identity.status === 'suspended') return reply(identityRecord(identity, baseUrl));

    const suspended = {
      ...identity,
      status: 'suspended' as const,
      suspendedAt: now,
      tokenGeneration: (identity.tokenGeneration ?? 0) + 1,
      suspendedReason: body.reason ?? null,
      updatedAt: now,
      version: identity.version + 1,
    };
    return write((tx) => {
      // The event streams of the agent's keys send nothing more, and are closed.
      const { organizationId } = identity;
      tx.put(
        replaceIdentity(suspended),
        insertStreamCheck(organizationId, now),
        // What waits for a decision ends with the generation of its tokens; the sweep writes so.
        requestCancellation(organizationId, identity.id, now),
      );
      return reply(identityRecord(suspended, baseUrl));
    });
  },
);
