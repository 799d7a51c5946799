import { insertDraft, type MailDraft } from '#shared/data/entities/mail/mail-draft.ts';
import type { Identity } from '#shared/data/entities/organization/identity.ts';
import type { TransactionBuilder } from '#shared/data/transaction-builder.ts';
import { requestIdField } from '#shared/domain/http/request-scope.ts';
import { makeId, randomPart } from '#shared/domain/ids/ids.ts';
import { DRAFT_ROW_MS } from '#shared/domain/mail/draft-schedule.ts';
import { type DraftMail, storedForm } from './stored-draft.ts';

interface NewDraft {
  readonly identity: Identity;
  readonly mail: DraftMail;
  readonly sendAt: number | null;
  readonly baseUrl: string;
  /** The thread that it joins or starts, as `thread` returns it for the time of the draft. */
  readonly threadId?: ((at: number) => string) | undefined;
}

/** Stages a new draft, which is scheduled if it has a time. */
export function stageDraft(tx: TransactionBuilder, { identity, mail, sendAt, baseUrl, threadId }: NewDraft): MailDraft {
  const { id: identityId, organizationId } = identity;
  const at = tx.nextTimestamp(organizationId);
  const { content, ...stored } = storedForm(mail);
  const draft: MailDraft = {
    id: makeId('draft', at, randomPart()),
    organizationId,
    identityId,
    status: sendAt === null ? 'draft' : 'scheduled',
    ...stored,
    sendAt,
    baseUrl,
    ...(threadId !== undefined && { threadId: threadId(at) }),
    messageId: null,
    detail: null,
    ...requestIdField(),
    createdAt: at,
    updatedAt: at,
    version: 1,
  };
  tx.countStored({ organizationId, bytes: draft.bytes, until: at + DRAFT_ROW_MS });
  tx.put(insertDraft(draft, content));
  return draft;
}
