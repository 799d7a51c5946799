import * as routes from '#shared/contract/routes/domains.ts';
import { findDomain, replaceDomain } from '#shared/data/entities/mail/domain.ts';
import { ownsAddress, removeMailbox } from '#shared/data/entities/mail/mailbox.ts';
import { replaceIdentity } from '#shared/data/entities/organization/identity.ts';
import { invalid, notFound } from '#shared/domain/errors/errors.ts';
import { noContent, resourceOperation, write } from '#shared/runtime/pipeline/operation.ts';
import { loadIdentity } from '#shared/services/identities/load-identity.ts';
import { mailboxRecord } from './mailbox-record.ts';

export const deleteMailbox = resourceOperation(
  routes.deleteMailbox,
  loadIdentity,
  async ({ table, now }, identity, { params }) => {
    const mailbox = identity.mailboxes.find(({ id }) => id === params.mid);
    if (mailbox === undefined) throw notFound();
    if (mailbox.isDefault) throw invalid('mid', 'a mailbox other than the default one');
    const { organizationId } = identity;
    const [domain, owned] = await Promise.all([
      mailbox.domainId === undefined ? undefined : findDomain(table, organizationId, mailbox.domainId),
      ownsAddress(table, mailbox),
    ]);

    return write((tx) => {
      tx.put(
        replaceIdentity({
          ...identity,
          mailboxes: identity.mailboxes.filter(({ id }) => id !== mailbox.id),
          updatedAt: now,
          version: identity.version + 1,
        }),
      );
      // If another organization holds the domain now, the address may belong to it.
      if (owned) tx.put(removeMailbox({ ...mailbox, organizationId, identityId: identity.id }, now));
      if (domain !== undefined) {
        const mailboxCount = Math.max(0, domain.mailboxCount - 1);
        tx.put(replaceDomain({ ...domain, mailboxCount, updatedAt: now, version: domain.version + 1 }));
      }
      tx.audit({ targetId: mailbox.id, before: mailboxRecord(identity, mailbox) });
      return noContent();
    });
  },
);
