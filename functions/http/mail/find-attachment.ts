import { type Attachment, findMessage, type Message } from '#shared/data/entities/mail/message.ts';
import type { Table } from '#shared/data/table-client.ts';
import { notFound } from '#shared/domain/errors/errors.ts';

/** An attachment of a message, and its place in it. */
interface FoundAttachment {
  readonly message: Message;
  readonly attachment: Attachment;
  readonly index: number;
}

/**
 * Finds an attachment of an agent's message. Throws 404 for any other one, and for a virus, which stays in the raw mail
 * only, where no one opens it by accident.
 */
export async function requireAttachment(
  table: Table,
  identityId: string,
  { mid, aid }: { readonly mid: string; readonly aid: string },
): Promise<FoundAttachment> {
  const message = await findMessage(table, identityId, mid);
  const index = message?.attachments.findIndex(({ id }) => id === aid) ?? -1;
  const attachment = message?.attachments[index];
  if (message === undefined || attachment === undefined || message.auth.virus === 'fail') throw notFound();
  return { message, attachment, index };
}
