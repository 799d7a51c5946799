import type { z } from 'zod';
import type { SendMailBody, sentMailSchema } from '#shared/contract/schemas/outgoing-mail.ts';
import type { Identity } from '#shared/data/entities/organization/identity.ts';
import { withVariables } from '#shared/domain/mail/mail-variables.ts';
import { recipientsOf } from '#shared/runtime/pipeline/actor.ts';
import type { AuthenticatedContext } from '#shared/runtime/pipeline/context.ts';
import type { OperationResult } from '#shared/runtime/pipeline/operation.ts';
import { requestedAttachments } from '#shared/services/outgoing-mail/outgoing-files.ts';
import { answeredMessage } from './answered-message.ts';
import { draftOf } from './draft.ts';
import { placeOf } from './place-of.ts';
import { type PreparedMessage, queueMessage } from './queue-message.ts';
import { Unsubscribable } from './unsubscribable.ts';
import { withQuotation } from './with-quotation.ts';

/** The thread of a message that answers none, if its id was given out before. */
type NewThread = PreparedMessage['newThread'];

/** Queues a new message or a reply. See: docs/contract/mail.md#sending-mail. */
export async function queueMail(
  context: AuthenticatedContext,
  identity: Identity,
  body: SendMailBody,
  newThread?: NewThread,
): OperationResult<z.input<typeof sentMailSchema>> {
  let recipient: Unsubscribable | undefined;
  const queued = await queueMessage(context, identity, async () => {
    const prepared = await prepare(context, identity, body);
    recipient = prepared.recipient;
    return { ...prepared, newThread };
  });
  return recipient === undefined || queued.kind !== 'write' ? queued : recipient.withLink(queued, identity);
}

async function prepare(
  { actor, table, now, baseUrl }: AuthenticatedContext,
  identity: Identity,
  request: SendMailBody,
): Promise<PreparedMessage & { readonly recipient: Unsubscribable | undefined }> {
  const body = withVariables(request, request.variables);
  const recipients = recipientsOf(actor);
  const answered = await answeredMessage(table, identity, body.in_reply_to_message_id);
  const draft = draftOf(body, identity, answered);
  const recipient = body.unsubscribe === true ? new Unsubscribable(body, draft) : undefined;
  const place = await placeOf(table, identity, { draft, named: body.mailbox_id, related: answered, now, recipients });
  const content = async () => ({
    ...(await withQuotation(body, answered)),
    written: { text: body.text, html: body.html },
    headers: { ...body.headers, ...recipient?.fields(baseUrl) },
    attachments: requestedAttachments(body),
    isAnswer: answered !== undefined,
    subject: body.subject ?? '',
  });
  return { draft, ...place, related: answered, content, recipient };
}
