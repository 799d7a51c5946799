import { type MailDraft, replaceDraft } from '#shared/data/entities/mail/mail-draft.ts';
import type { TransactionBuilder } from '#shared/data/transaction-builder.ts';
import { DRAFT_ROW_MS } from '#shared/domain/mail/draft-schedule.ts';
import { type LoadedDraft, storedForm } from './stored-draft.ts';

/**
 * Stages the end of a draft, sent or canceled: its bodies and files are deleted, because the message has them, or no
 * one wants them. The commit fails if the draft has changed since it was read.
 */
export function stageClosedDraft(
  tx: TransactionBuilder,
  loaded: LoadedDraft,
  closed: Pick<MailDraft, 'status'> & Partial<Pick<MailDraft, 'messageId' | 'sentReply'>>,
): void {
  const { draft, mail } = loaded;
  const { organizationId, createdAt } = draft;
  const { text: _text, html: _html, attachments: _files, ...header } = mail;
  const bytes = storedForm(header).bytes;
  tx.countStored({ organizationId, bytes: bytes - draft.bytes, until: createdAt + DRAFT_ROW_MS });
  const changed: MailDraft = {
    ...draft,
    ...closed,
    bytes,
    detail: null,
    updatedAt: Math.max(tx.now, draft.updatedAt),
    version: draft.version + 1,
  };
  tx.put(replaceDraft(loaded, changed, null));
}
