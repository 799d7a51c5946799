import * as routes from '#shared/contract/routes/mail.ts';
import { BoundedRead, SMALL_PAGES } from '#shared/data/bounded-read.ts';
import { threadsBefore } from '#shared/data/entities/mail/thread.ts';
import { collect } from '#shared/data/table-client.ts';
import { resourceOperation } from '#shared/runtime/pipeline/operation.ts';
import { replyPage } from '#shared/runtime/pipeline/reply-page.ts';
import { loadIdentity } from '#shared/services/identities/load-identity.ts';
import { threadRecord } from './thread-record.ts';

export const listThreads = resourceOperation(
  routes.listThreads,
  loadIdentity,
  async ({ table }, identity, { query: { before, limit, label } }) => {
    const read = new BoundedRead(threadsBefore(table, identity.id, before, label === undefined ? limit : SMALL_PAGES));
    const hasLabel = (counts: object = {}) => label === undefined || Object.hasOwn(counts, label);
    const threads = await collect(read, limit, ({ labelCounts }) => hasLabel(labelCounts));
    return replyPage({ threads: threads.map(threadRecord) }, read);
  },
);
