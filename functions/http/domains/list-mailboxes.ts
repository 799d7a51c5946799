import * as routes from '../../../shared/contract/routes/domains.ts';
import { ownIdentity } from '../../../shared/runtime/own-identity.ts';
import { ownOperation, reply } from '../../../shared/runtime/pipeline/operation.ts';
import { madeAt, mailboxRecord } from './mailbox-record.ts';

export const listMailboxes = ownOperation(routes.listMailboxes, ownIdentity, async (_, identity, { query }) => {
  const before = query.before ?? Number.POSITIVE_INFINITY;
  const mailboxes = identity.mailboxes
    .filter((mailbox) => madeAt(identity, mailbox) < before)
    .sort((one, other) => madeAt(identity, other) - madeAt(identity, one))
    .slice(0, query.limit);
  return reply({ mailboxes: mailboxes.map((mailbox) => mailboxRecord(identity, mailbox)) });
});
