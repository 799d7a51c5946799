import * as routes from '#shared/contract/routes/mail-drafts.ts';
import { type MailDraft, replaceDraft } from '#shared/data/entities/mail/mail-draft.ts';
import { DRAFT_ROW_MS } from '#shared/domain/mail/draft-schedule.ts';
import { reply, resourceOperation, write } from '#shared/runtime/pipeline/operation.ts';
import { loadIdentity } from '#shared/services/identities/load-identity.ts';
import { fullDraftRecord } from './draft-record.ts';
import { requireLastingCredential, requireSchedulable } from './require-schedulable.ts';
import { changedMail, loadDraft, requireOpen, storedForm } from './stored-draft.ts';

/**
 * Changes a draft that is neither sent nor canceled, or when it is sent. Racing a sender, it changes the draft before
 * it is sent, or is refused.
 *
 * See: docs/contract/mail.md#drafts.
 */
export const updateDraft = resourceOperation(
  routes.updateDraft,
  loadIdentity,
  async (context, identity, { params, body }) => {
    const found = await loadDraft(context, identity, params.did);
    const { draft, mail: before } = found;
    requireOpen(draft);
    if (draft.status === 'scheduled') requireLastingCredential(context.actor);
    const mail = changedMail(before, body);
    const sendAt = body.send_at === undefined ? draft.sendAt : body.send_at;
    const { organizationId, createdAt } = draft;
    const given = body.send_at ?? undefined;
    if (sendAt !== null) requireSchedulable(context, { identity, mail, sendAt: given, createdAt });
    const { content, ...stored } = storedForm(mail);
    const changed: MailDraft = {
      ...draft,
      ...stored,
      sendAt,
      baseUrl: context.baseUrl,
      status: sendAt === null ? 'draft' : 'scheduled',
      // What it was not sent for is over once it is scheduled again.
      detail: sendAt === null ? draft.detail : null,
      updatedAt: Math.max(context.now, draft.updatedAt),
      version: draft.version + 1,
    };
    return write((tx) => {
      tx.countStored({ organizationId, bytes: changed.bytes - draft.bytes, until: createdAt + DRAFT_ROW_MS });
      tx.put(replaceDraft(found, changed, content));
      return reply(fullDraftRecord(changed, mail));
    });
  },
);
