import * as routes from '../../../shared/contract/routes/domains.ts';
import { ownIdentity } from '../../../shared/runtime/own-identity.ts';
import { operation, reply } from '../../../shared/runtime/pipeline/operation.ts';
import { madeAt, mailboxRecord } from './mailbox-record.ts';

export const listMailboxes = operation(routes.listMailboxes, async ({ actor, table }, { params, query }) => {
  const identity = await ownIdentity({ actor, table }, params.id);
  const before = query.before ?? Number.POSITIVE_INFINITY;
  const mailboxes = identity.mailboxes
    .filter((mailbox) => madeAt(identity, mailbox) < before)
    .sort((one, other) => madeAt(identity, other) - madeAt(identity, one))
    .slice(0, query.limit);
  return reply({ mailboxes: mailboxes.map((mailbox) => mailboxRecord(identity, mailbox)) });
});
