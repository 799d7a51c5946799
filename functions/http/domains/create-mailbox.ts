import * as routes from '#shared/contract/routes/domains.ts';
import { replaceDomain } from '#shared/data/entities/mail/domain.ts';
import { insertMailbox } from '#shared/data/entities/mail/mailbox.ts';
import { type Identity, type IdentityMailbox, replaceIdentity } from '#shared/data/entities/organization/identity.ts';
import { invalid } from '#shared/domain/errors/errors.ts';
import { makeId, randomPart } from '#shared/domain/ids/ids.ts';
import { isMailAddress } from '#shared/domain/mail/address.ts';
import { isReservedHandle, UNRESERVED } from '#shared/domain/organization/handle.ts';
import { reply, resourceOperation, write } from '#shared/runtime/pipeline/operation.ts';
import { loadIdentity } from '#shared/services/identities/load-identity.ts';
import { loadDomain } from './load-domain.ts';
import { mailboxRecord } from './mailbox-record.ts';

/** Mailboxes of one agent. All of them are in the row of its identity. */
const MAX_MAILBOXES = 50;

export const createMailbox = resourceOperation(
  routes.createMailbox,
  loadIdentity,
  async ({ actor, table, settings, now }, identity, { body }) => {
    const domain = body.domain_id === undefined ? null : await loadDomain(table, actor, body.domain_id);
    if (domain !== null && domain.status !== 'verified') throw invalid('domain_id', 'a verified domain');
    // Reserved names belong to the service on the stage's domain. On its own domain, an organization may use any name.
    if (domain === null && isReservedHandle(body.local_part)) throw invalid('local_part', UNRESERVED);
    const address = `${body.local_part}@${domain?.domain ?? settings.mailDomain}`;
    if (!isMailAddress(address)) throw invalid('local_part', 'an address of at most 254 characters in total');
    if (identity.mailboxes.length >= MAX_MAILBOXES) {
      throw invalid('local_part', `at most ${MAX_MAILBOXES} mailboxes per agent: delete one first`);
    }

    const { organizationId } = identity;
    return write((tx) => {
      const createdAt = tx.nextTimestamp(organizationId);
      const id = makeId('mailbox', createdAt, randomPart());
      const onDomain = domain === null ? {} : { domainId: domain.id };
      const mailbox: IdentityMailbox = { id, address, isDefault: false, createdAt, ...onDomain };
      const grown: Identity = {
        ...identity,
        mailboxes: [...identity.mailboxes, mailbox],
        updatedAt: createdAt,
        version: identity.version + 1,
      };
      tx.put(
        insertMailbox({ id, address, organizationId, identityId: identity.id, ...onDomain }),
        replaceIdentity(grown),
      );
      // The count is a change of the domain as it was read, so the commit fails if the domain is deleted or not
      // verified.
      if (domain !== null) {
        tx.put(
          replaceDomain({
            ...domain,
            mailboxCount: domain.mailboxCount + 1,
            updatedAt: now,
            version: domain.version + 1,
          }),
        );
      }
      return reply(mailboxRecord(grown, mailbox));
    });
  },
);
