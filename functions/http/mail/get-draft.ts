import * as routes from '#shared/contract/routes/mail-drafts.ts';
import { reply, resourceOperation } from '#shared/runtime/pipeline/operation.ts';
import { loadIdentity } from '#shared/services/identities/load-identity.ts';
import { fullDraftRecord } from './draft-record.ts';
import { loadDraft } from './stored-draft.ts';

export const getDraft = resourceOperation(routes.getDraft, loadIdentity, async (context, identity, { params }) => {
  const { draft, mail } = await loadDraft(context, identity, params.did);
  return reply(fullDraftRecord(draft, mail));
});
