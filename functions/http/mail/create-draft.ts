import * as routes from '#shared/contract/routes/mail-drafts.ts';
import { reply, resourceOperation, write } from '#shared/runtime/pipeline/operation.ts';
import { loadIdentity } from '#shared/services/identities/load-identity.ts';
import { fullDraftRecord } from './draft-record.ts';
import { stageDraft } from './new-draft.ts';
import { requireSchedulable } from './require-schedulable.ts';
import { changedMail } from './stored-draft.ts';

/**
 * Saves a draft, which may be incomplete unless it has a time.
 *
 * See: docs/contract/mail.md#drafts.
 */
export const createDraft = resourceOperation(routes.createDraft, loadIdentity, async (context, identity, { body }) => {
  const mail = changedMail({}, body);
  const sendAt = body.send_at ?? null;
  if (sendAt !== null) requireSchedulable(context, { identity, mail, sendAt, createdAt: context.now });
  const { baseUrl } = context;
  return write((tx) => reply(fullDraftRecord(stageDraft(tx, { identity, mail, sendAt, baseUrl }), mail)));
});
