import * as routes from '../../../shared/contract/routes/mail.ts';
import { threadsBefore } from '../../../shared/data/entities/thread.ts';
import { collect } from '../../../shared/data/table-client.ts';
import { operation, reply } from '../../../shared/runtime/pipeline/operation.ts';
import { mailOwner } from './mail-owner.ts';
import { threadRecord } from './thread-record.ts';

export const listThreads = operation(routes.listThreads, async ({ actor, table }, { params, query }) => {
  const identity = await mailOwner(table, actor, params.id);
  const threads = await collect(threadsBefore(table, identity.id, query.before, query.limit), query.limit);
  return reply({ threads: threads.map(threadRecord) });
});
