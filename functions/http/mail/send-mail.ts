import * as routes from '#shared/contract/routes/mail.ts';
import type { SendMailBody } from '#shared/contract/schemas/outgoing-mail.ts';
import type { Identity } from '#shared/data/entities/organization/identity.ts';
import { recipientsOf } from '#shared/runtime/pipeline/actor.ts';
import type { AuthenticatedContext } from '#shared/runtime/pipeline/context.ts';
import { resourceOperation } from '#shared/runtime/pipeline/operation.ts';
import { loadIdentity } from '#shared/services/identities/load-identity.ts';
import { requestedAttachments } from '#shared/services/outgoing-mail/outgoing-files.ts';
import { answeredMessage } from './answered-message.ts';
import { draftOf } from './draft.ts';
import { placeOf } from './place-of.ts';
import { type PreparedMessage, queueMessage } from './queue-message.ts';
import { withQuotation } from './with-quotation.ts';

/**
 * Queues a new message or a reply.
 *
 * See: docs/contract/mail.md#sending-mail.
 */
export const sendMail = resourceOperation(routes.sendMail, loadIdentity, (context, identity, { body }) =>
  queueMessage(context, identity, () => prepare(context, identity, body)),
);

async function prepare(
  { actor, table, now }: AuthenticatedContext,
  identity: Identity,
  body: SendMailBody,
): Promise<PreparedMessage> {
  const recipients = recipientsOf(actor);
  const answered = await answeredMessage(table, identity, body.in_reply_to_message_id);
  const draft = draftOf(body, identity, answered);
  const place = await placeOf(table, identity, { draft, named: body.mailbox_id, related: answered, now, recipients });
  const content = async () => ({
    ...(await withQuotation(body, answered)),
    written: { text: body.text, html: body.html },
    headers: body.headers,
    attachments: requestedAttachments(body),
    isAnswer: answered !== undefined,
    subject: body.subject ?? '',
  });
  return { draft, ...place, related: answered, content };
}
