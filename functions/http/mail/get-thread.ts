import * as routes from '../../../shared/contract/routes/mail.ts';
import { findMessages } from '../../../shared/data/entities/message.ts';
import { findThread, threadMembers } from '../../../shared/data/entities/thread.ts';
import { collect } from '../../../shared/data/table-client.ts';
import { notFound } from '../../../shared/domain/errors.ts';
import { PAGE_LIMIT_MAX } from '../../../shared/domain/limits.ts';
import { ownedResourceOperation, reply } from '../../../shared/runtime/pipeline/operation.ts';
import { loadOwnedIdentity } from '../../../shared/services/identities/load-owned-identity.ts';
import { messageRecord } from './message-record.ts';
import { threadRecord } from './thread-record.ts';

export const getThread = ownedResourceOperation(
  routes.getThread,
  loadOwnedIdentity,
  async ({ table }, identity, { params }) => {
    const thread = await findThread(table, identity.id, params.tid);
    if (thread === undefined) throw notFound();
    const members = await collect(threadMembers(table, identity.id, thread.id), PAGE_LIMIT_MAX);
    const ids = members.map(({ sk }) => sk).reverse();
    const messages = await findMessages(table, identity.id, ids);
    return reply({ ...threadRecord(thread), messages: messages.map(messageRecord) });
  },
);
