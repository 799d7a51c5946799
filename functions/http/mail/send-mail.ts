import type { z } from 'zod';
import * as routes from '#shared/contract/routes/mail.ts';
import type { SendMailBody, sentMailSchema } from '#shared/contract/schemas/outgoing-mail.ts';
import type { Identity } from '#shared/data/entities/organization/identity.ts';
import { makeId, randomPart } from '#shared/domain/ids/ids.ts';
import { timestamp } from '#shared/domain/time/time.ts';
import type { AuthenticatedContext } from '#shared/runtime/pipeline/context.ts';
import { type OperationResult, reply, resourceOperation, write } from '#shared/runtime/pipeline/operation.ts';
import { loadIdentity } from '#shared/services/identities/load-identity.ts';
import { answeredMessage } from './answered-message.ts';
import { stageDraft } from './new-draft.ts';
import { queueMail } from './queue-mail.ts';
import { requireSchedulable } from './require-schedulable.ts';

/**
 * Queues a new message or a reply, or schedules it.
 *
 * See: docs/contract/mail.md#sending-mail.
 */
export const sendMail = resourceOperation(routes.sendMail, loadIdentity, (context, identity, { body }) => {
  const { send_at: sendAt, ...mail } = body;
  return sendAt === undefined ? queueMail(context, identity, mail) : scheduleMail(context, identity, { mail, sendAt });
});

/**
 * Saves a message as a scheduled draft. The caller gets the id of the thread at once, so that it can wait for replies
 * in it: that of the message which it answers, or one that it will start.
 */
async function scheduleMail(
  context: AuthenticatedContext,
  identity: Identity,
  { mail, sendAt }: { readonly mail: SendMailBody; readonly sendAt: number },
): OperationResult<z.input<typeof sentMailSchema>> {
  requireSchedulable(context, { identity, mail, sendAt, createdAt: context.now });
  const answered = await answeredMessage(context.table, identity, mail.in_reply_to_message_id);
  const { baseUrl } = context;
  const known = answered?.isThreadless === true ? undefined : answered?.threadId;
  return write((tx) => {
    let threadId = known ?? '';
    const threadIdAt = (at: number) => {
      threadId = known ?? makeId('thread', at, randomPart());
      return threadId;
    };
    const { id, createdAt } = stageDraft(tx, { identity, mail, sendAt, baseUrl, threadId: threadIdAt });
    return reply({ id, message_id: id, thread_id: threadId, status: 'scheduled', created_at: timestamp(createdAt) });
  });
}
