import * as routes from '../../../shared/contract/routes/mail.ts';
import { threadsBefore } from '../../../shared/data/entities/thread.ts';
import { collect } from '../../../shared/data/table-client.ts';
import { ownedResourceOperation, reply } from '../../../shared/runtime/pipeline/operation.ts';
import { loadOwnedIdentity } from '../../../shared/services/identities/load-owned-identity.ts';
import { threadRecord } from './thread-record.ts';

export const listThreads = ownedResourceOperation(
  routes.listThreads,
  loadOwnedIdentity,
  async ({ table }, identity, { query }) => {
    const threads = await collect(threadsBefore(table, identity.id, query.before, query.limit), query.limit);
    return reply({ threads: threads.map(threadRecord) });
  },
);
