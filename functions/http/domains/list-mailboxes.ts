import * as routes from '#shared/contract/routes/domains.ts';
import { reply, resourceOperation } from '#shared/runtime/pipeline/operation.ts';
import { loadIdentity } from '#shared/services/identities/load-identity.ts';
import { createdAtOf, mailboxRecord } from './mailbox-record.ts';

export const listMailboxes = resourceOperation(routes.listMailboxes, loadIdentity, async (_, identity, { query }) => {
  const before = query.before ?? Number.POSITIVE_INFINITY;
  const mailboxes = identity.mailboxes
    .filter((mailbox) => createdAtOf(identity, mailbox) < before)
    .sort((a, b) => createdAtOf(identity, b) - createdAtOf(identity, a))
    .slice(0, query.limit);
  return reply({ mailboxes: mailboxes.map((mailbox) => mailboxRecord(identity, mailbox)) });
});
