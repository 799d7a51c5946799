import * as routes from '#shared/contract/routes/identities.ts';
import { insertMailbox } from '#shared/data/entities/mail/mailbox.ts';
import { type Identity, insertIdentity } from '#shared/data/entities/organization/identity.ts';
import { incrementAgentCount } from '#shared/data/entities/organization/organization.ts';
import { makeId, randomPart } from '#shared/domain/ids/ids.ts';
import { operation, reply, write } from '#shared/runtime/pipeline/operation.ts';
import { identityRecord } from './identity-record.ts';

export const createIdentity = operation(routes.createIdentity, async ({ actor, settings, baseUrl }, { body }) => {
  const organizationId = actor.organization.id;
  return write((tx) => {
    const createdAt = tx.nextTimestamp(organizationId);
    const id = makeId('agent', createdAt, randomPart());
    const mailbox = {
      id: makeId('mailbox', createdAt, randomPart()),
      address: `${body.handle}@${settings.mailDomain}`,
    };
    const identity: Identity = {
      id,
      organizationId,
      handle: body.handle,
      displayName: body.display_name ?? body.handle,
      description: body.description ?? null,
      status: 'active',
      suspendedAt: null,
      suspendedReason: null,
      mailboxes: [{ ...mailbox, isDefault: true }],
      publiclyDiscoverable: false,
      metadata: body.metadata ?? {},
      createdAt,
      updatedAt: createdAt,
      version: 1,
    };
    tx.put(
      ...insertIdentity(identity),
      insertMailbox({ ...mailbox, organizationId, identityId: id }),
      incrementAgentCount(organizationId, settings.limits),
    );
    return reply(identityRecord(identity, baseUrl));
  });
});
