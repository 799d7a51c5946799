import type { z } from 'zod';
import * as routes from '#shared/contract/routes/mail-drafts.ts';
import type { sentMailSchema } from '#shared/contract/schemas/outgoing-mail.ts';
import type { Identity } from '#shared/data/entities/organization/identity.ts';
import { AppError } from '#shared/domain/errors/errors.ts';
import { scopesOf } from '#shared/runtime/pipeline/actor.ts';
import type { AuthenticatedContext } from '#shared/runtime/pipeline/context.ts';
import { type OperationResult, reply, resourceOperation, write } from '#shared/runtime/pipeline/operation.ts';
import { loadIdentity } from '#shared/services/identities/load-identity.ts';
import { stageClosedDraft } from './closed-draft.ts';
import { queueMail } from './queue-mail.ts';
import { completeMail, type LoadedDraft, loadDraft, requireOpen } from './stored-draft.ts';

type SentMail = z.input<typeof sentMailSchema>;

/**
 * Sends a draft, once: a later call, and one of several at the same time, gets the reply of the first.
 *
 * See: docs/contract/mail.md#drafts.
 */
export const sendDraft = resourceOperation(routes.sendDraft, loadIdentity, async (context, identity, { params }) => {
  const loaded = await loadDraft(context, identity, params.did);
  const { sentReply } = loaded.draft;
  if (sentReply !== undefined) return reply(JSON.parse(sentReply) as SentMail);
  requireOpen(loaded.draft);
  // As for a request to send with `quote`, which a credential for sending alone may not make.
  if (loaded.mail.quote === true && scopesOf(context.actor)?.includes('mail.read') === false) {
    throw new AppError('auth.forbidden', 'The draft quotes a message, which needs the scope mail.read.');
  }
  return sendLoadedDraft(context, identity, loaded);
});

/**
 * Queues the message of a draft as a request to send it would. One commit writes the message and closes the draft, on
 * the condition that the draft has not changed.
 */
export async function sendLoadedDraft(
  context: AuthenticatedContext,
  identity: Identity,
  loaded: LoadedDraft,
): OperationResult<SentMail> {
  const { threadId, createdAt } = loaded.draft;
  const newThread = threadId === undefined ? undefined : { id: threadId, createdAt };
  const result = await queueMail(context, identity, completeMail(loaded.mail), newThread);
  const plan = result.kind === 'write' ? result : { build: () => result };
  return write(
    (tx) => {
      const outcome = plan.build(tx);
      if (outcome.kind === 'reject') return outcome;
      const { body } = outcome;
      stageClosedDraft(tx, loaded, { status: 'sent', messageId: body.message_id, sentReply: JSON.stringify(body) });
      return outcome;
    },
    result.kind === 'write' ? { stored: result.stored, reloadOnConflict: result.reloadOnConflict } : {},
  );
}
