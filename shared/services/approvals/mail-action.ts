import { MAX_OUTGOING_RECIPIENTS } from '#shared/contract/schemas/recipients.ts';
import { type Change, RETRY } from '#shared/data/change.ts';
import type { Approval } from '#shared/data/entities/approval/approval.ts';
import { insertOutbox } from '#shared/data/entities/log/outbox.ts';
import { checkVerified } from '#shared/data/entities/mail/domain.ts';
import { findMessage, type Message, patchMessage } from '#shared/data/entities/mail/message.ts';
import { putChangedMessage, putIndexDue } from '#shared/data/entities/mail/search-index.ts';
import { checkNotSuppressed } from '#shared/data/entities/mail/suppression.ts';
import { admitHeldMessage, findThread, participantsOf } from '#shared/data/entities/mail/thread.ts';
import { findOrganization } from '#shared/data/entities/organization/organization.ts';
import { incrementRecipients } from '#shared/data/entities/organization/usage.ts';
import { allInOrder } from '#shared/domain/concurrency/all-in-order.ts';
import { invalid } from '#shared/domain/errors/errors.ts';
import { allRecipients } from '#shared/domain/mail/reply.ts';
import { marksOf } from '#shared/domain/safe-reading/text-marks.ts';
import { expiryOfFiles } from '../mail-files/expiry-of-files.ts';
import { editMail } from './edit-mail.ts';
import type { ActionKind, DecisionContext, Edits, Ending } from './effect.ts';
import { refusalOfMail } from './refusal-of-mail.ts';

/**
 * The recipients for which the commit also checks that they have not unsubscribed from the agent: a transaction has at
 * most a hundred items. For more of them that was read a moment before.
 */
const MAX_CHECKED_FOR_AGENT = 33;

/** A held email: approved, it is queued, and the outbound worker sends it. */
export const mailAction: ActionKind = {
  async approve(context, approval, { identity, edits }) {
    const { table, now, settings } = context;
    const { organizationId } = approval;
    const [held, organization] = await allInOrder([
      heldMessage(context, approval),
      findOrganization(table, organizationId),
    ]);
    if (held === undefined || organization === undefined) return { refused: 'The message is not held any more.' };
    if (edits !== undefined) requireRecipients(held, edits);
    const edited = edits && (await editMail(held, edits));
    if (edited !== undefined && 'refused' in edited) return edited;
    const message: Message = { ...held, ...edited?.changes };
    const addresses = allRecipients(message).map(({ address }) => address);
    const { ownerVerified } = organization;
    const { limits } = settings;
    const [refused, thread] = await allInOrder([
      refusalOfMail(context, { held, identity, addresses, ownerVerified }),
      findThread(table, message.identityId, message.threadId),
    ]);
    if (refused !== undefined) return { refused };
    const approvedHash = edited?.contentHash ?? approval.contentHash;
    const domainId = identity.mailboxes.find(({ id }) => id === message.mailboxId)?.domainId;
    return {
      contentHash: approvedHash,
      ...(edited !== undefined && { edited: { content: edited.content, message }, stored: edited.stored }),
      stage: (tx, at) => {
        const { id, identityId } = message;
        const changes = { ...edited?.changes, status: 'queued', queuedAt: at, approvedHash, detail: null };
        const counted = incrementRecipients(organizationId, addresses.length, { ownerVerified, limits }, now);
        const marks = edited?.sequences && marksOf(edited.sequences, message.threadId);
        if (edited !== undefined) {
          tx.countStored({ organizationId, bytes: edited.bytes, until: expiryOfFiles(at) });
          tx.put(putChangedMessage(identityId, id, at), putIndexDue({ organizationId, identityId }, at));
        }
        tx.put(
          patchMessage(held, { set: { ...changes, updatedAt: at } }, 'unchanged-status'),
          insertOutbox({ id, organizationId, createdAt: at, kind: 'mail', identityId, messageId: id }),
          retried(counted),
          ...checkNotSuppressed(organizationId, addresses),
          ...(addresses.length > MAX_CHECKED_FOR_AGENT ? [] : checkNotSuppressed(identityId, addresses)),
          ...(domainId === undefined ? [] : [checkVerified({ organizationId, domainId })]),
          ...(thread === undefined
            ? []
            : admitHeldMessage(thread, {
                messageId: id,
                people: participantsOf(message),
                ...(marks !== undefined && { marks }),
              })),
        );
      },
    };
  },

  async end(context, approval, ending) {
    const held = await heldMessage(context, approval);
    return (tx, at) => {
      if (held === undefined) return;
      const set = { status: ending.status === 'failed' ? 'failed' : 'denied', detail: detailOf(ending), updatedAt: at };
      tx.put(patchMessage(held, { set }, 'unchanged-status'));
    };
  },
};

async function heldMessage({ table }: DecisionContext, approval: Approval): Promise<Message | undefined> {
  const message = await findMessage(table, approval.identityId, approval.subjectId);
  return message?.status === 'held' ? message : undefined;
}

/** The change, after the failure of which the operation decides again. */
function retried(change: Change): Change {
  return { ...change, onConditionFailed: RETRY };
}

/** Why the message is not sent, for its sender. */
function detailOf({ status, reason }: Ending): string {
  const what = { denied: 'Denied', expired: 'Denied', canceled: 'Denied', failed: 'Not sent' }[status];
  return reason === null ? `${what} by a person.` : `${what}: ${reason}`.slice(0, 1000).toWellFormed();
}

/** Throws 400 if the edits leave an email that no request could send. */
function requireRecipients(message: Message, { to = message.to, cc = message.cc, bcc = message.bcc }: Edits): void {
  if (to.length === 0) throw invalid('edits.to', 'at least one recipient');
  if (to.length + cc.length + bcc.length <= MAX_OUTGOING_RECIPIENTS) return;
  throw invalid('edits.to', `at most ${MAX_OUTGOING_RECIPIENTS} recipients in to, cc and bcc together`);
}
