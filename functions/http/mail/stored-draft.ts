import type { DraftBody } from '#shared/contract/schemas/mail-draft.ts';
import { type SendMailBody, sendMailBody } from '#shared/contract/schemas/outgoing-mail.ts';
import { draftContent, type FoundDraft, findDraft, type MailDraft } from '#shared/data/entities/mail/mail-draft.ts';
import type { Identity } from '#shared/data/entities/organization/identity.ts';
import { AppError, notFound } from '#shared/domain/errors/errors.ts';
import { base64Bytes } from '#shared/domain/text/base64.ts';
import type { AuthenticatedContext } from '#shared/runtime/pipeline/context.ts';
import { Problems } from '#shared/runtime/pipeline/problems.ts';

/** The fields of a message to send, as far as a draft has them. */
export type DraftMail = Omit<SendMailBody, 'send_at'>;

/** A draft that was read, and what it says. */
export interface LoadedDraft extends FoundDraft {
  readonly mail: DraftMail;
}

/** Loads a draft of an agent. Throws 404 if there is none, or if it has expired. */
export async function loadDraft(
  { table, now }: Pick<AuthenticatedContext, 'table' | 'now'>,
  identity: Pick<Identity, 'id'>,
  id: string,
): Promise<LoadedDraft> {
  const found = await findDraft(table, identity.id, id, now);
  if (found === undefined) throw notFound();
  const content = (await draftContent(table, found)) ?? '{}';
  return { ...found, mail: { ...JSON.parse(found.draft.header), ...JSON.parse(content) } };
}

/** Throws 409 if the draft can no longer be changed or sent. */
export function requireOpen({ status }: Pick<MailDraft, 'status'>): void {
  if (status === 'draft' || status === 'scheduled') return;
  throw new AppError('mail.draft_closed', `The draft was ${status} already.`);
}

/** A draft with the changes of a request: what is null there is deleted. */
export function changedMail(mail: DraftMail, { send_at: _, ...changes }: DraftBody): DraftMail {
  const merged = { ...mail, ...changes };
  return Object.fromEntries(Object.entries(merged).filter(([, value]) => value !== null && value !== undefined));
}

/**
 * A message as its draft stores it: what lists show in the row, and the bodies and files in its content, which is in
 * the bucket if it is large.
 */
export function storedForm({ text, html, attachments, ...header }: DraftMail) {
  const files = filesOf(attachments ?? []);
  const parts = { header: JSON.stringify(header), files: JSON.stringify(files) };
  const content = JSON.stringify({ text, html, attachments });
  const bytes = [parts.header, parts.files, content].reduce((sum, part) => sum + Buffer.byteLength(part), 0);
  return { ...parts, content, bytes };
}

/** What lists show of the files of a draft. */
export interface DraftFile {
  readonly filename: string;
  readonly content_type: string;
  readonly size: number;
  readonly content_id: string | null;
}

function filesOf(attachments: NonNullable<DraftMail['attachments']>): DraftFile[] {
  return attachments.map(({ filename, content_type, content_base64, content_id = null }) => ({
    filename,
    content_type,
    size: base64Bytes(content_base64),
    content_id,
  }));
}

/** The message as a request to send it. Throws 400 if it lacks something. */
export function completeMail(mail: DraftMail): SendMailBody {
  const problems = new Problems();
  const complete = problems.parse('draft', sendMailBody, () => mail);
  problems.throwIfAny();
  return complete as SendMailBody;
}
