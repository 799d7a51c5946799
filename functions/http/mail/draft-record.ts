import type { MailDraft } from '#shared/data/entities/mail/mail-draft.ts';
import { timestamp, timestampOrNull } from '#shared/domain/time/time.ts';
import type { DraftFile, DraftMail } from './stored-draft.ts';

/** A draft in the form of lists. See: docs/contract/mail.md#drafts. */
export function draftRecord(draft: MailDraft) {
  const header = JSON.parse(draft.header) as DraftMail;
  const { to = [], cc = [], bcc = [], reply_to = [] } = header;
  return {
    id: draft.id,
    identity_id: draft.identityId,
    status: draft.status,
    to,
    cc,
    bcc,
    reply_to,
    subject: header.subject ?? null,
    in_reply_to_message_id: header.in_reply_to_message_id ?? null,
    reply_all: header.reply_all === true,
    allow_reply_to: header.allow_reply_to === true,
    automated: header.automated === true,
    quote: header.quote === true,
    unsubscribe: header.unsubscribe === true,
    variables: header.variables ?? {},
    attachments: JSON.parse(draft.files) as DraftFile[],
    headers: header.headers ?? {},
    mailbox_id: header.mailbox_id ?? null,
    send_at: timestampOrNull(draft.sendAt),
    message_id: draft.messageId,
    detail: draft.detail,
    created_at: timestamp(draft.createdAt),
    updated_at: timestamp(draft.updatedAt),
  };
}

/** A draft with its text. */
export function fullDraftRecord(draft: MailDraft, { text, html }: Pick<DraftMail, 'text' | 'html'>) {
  return { ...draftRecord(draft), text: text ?? null, html: html ?? null };
}
