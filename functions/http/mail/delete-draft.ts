import * as routes from '#shared/contract/routes/mail-drafts.ts';
import { noContent, resourceOperation, write } from '#shared/runtime/pipeline/operation.ts';
import { loadIdentity } from '#shared/services/identities/load-identity.ts';
import { stageClosedDraft } from './closed-draft.ts';
import { loadDraft, requireOpen } from './stored-draft.ts';

/**
 * Cancels a draft. Its record is kept until it expires. Canceling it again changes nothing.
 *
 * See: docs/contract/mail.md#drafts.
 */
export const deleteDraft = resourceOperation(
  routes.deleteDraft,
  loadIdentity,
  async (context, identity, { params }) => {
    const loaded = await loadDraft(context, identity, params.did);
    if (loaded.draft.status === 'canceled') return noContent();
    requireOpen(loaded.draft);
    return write((tx) => {
      stageClosedDraft(tx, loaded, { status: 'canceled' });
      return noContent();
    });
  },
);
