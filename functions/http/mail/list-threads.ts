import * as routes from '#shared/contract/routes/mail.ts';
import { threadsBefore } from '#shared/data/entities/mail/thread.ts';
import { collect } from '#shared/data/table-client.ts';
import { reply, resourceOperation } from '#shared/runtime/pipeline/operation.ts';
import { loadIdentity } from '#shared/services/identities/load-identity.ts';
import { threadRecord } from './thread-record.ts';

export const listThreads = resourceOperation(
  routes.listThreads,
  loadIdentity,
  async ({ table }, identity, { query }) => {
    const threads = await collect(threadsBefore(table, identity.id, query.before, query.limit), query.limit);
    return reply({ threads: threads.map(threadRecord) });
  },
);
