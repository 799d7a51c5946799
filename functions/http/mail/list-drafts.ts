import * as routes from '#shared/contract/routes/mail-drafts.ts';
import { draftsBefore } from '#shared/data/entities/mail/mail-draft.ts';
import { collect } from '#shared/data/table-client.ts';
import { isDraftExpired } from '#shared/domain/mail/draft-schedule.ts';
import { reply, resourceOperation } from '#shared/runtime/pipeline/operation.ts';
import { loadIdentity } from '#shared/services/identities/load-identity.ts';
import { draftRecord } from './draft-record.ts';

export const listDrafts = resourceOperation(
  routes.listDrafts,
  loadIdentity,
  async ({ table, now }, identity, { query: { before, limit } }) => {
    const rows = draftsBefore(table, identity.id, before, limit);
    const drafts = await collect(rows, limit, (draft) => !isDraftExpired(draft, now));
    return reply({ drafts: drafts.map(draftRecord) });
  },
);
