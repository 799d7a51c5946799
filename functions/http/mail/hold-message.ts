import type { Approval } from '#shared/data/entities/approval/approval.ts';
import { type Attachment, findMessage, type Message } from '#shared/data/entities/mail/message.ts';
import type { Identity } from '#shared/data/entities/organization/identity.ts';
import type { Table } from '#shared/data/table-client.ts';
import type { TransactionBuilder } from '#shared/data/transaction-builder.ts';
import type { HoldReason } from '#shared/domain/approval/approval.ts';
import type { ApprovalSettings } from '#shared/domain/approval/approval-settings.ts';
import { timestamp } from '#shared/domain/time/time.ts';
import { bytesHash, mailContentHash } from '#shared/services/approvals/mail-hash.ts';
import { findHeld, requestApproval } from '#shared/services/approvals/request-approval.ts';
import type { OutgoingContent, OutgoingFiles } from '#shared/services/outgoing-mail/outgoing-files.ts';
import type { Draft } from './draft.ts';
import { type SenderMailbox, senderOf } from './sender-mailbox.ts';

/** A message that waits for a person. */
interface HeldMessage {
  readonly draft: Draft;
  readonly mailbox: SenderMailbox;
  /** The message that it answers or forwards. */
  readonly related: Message | undefined;
  readonly content: OutgoingContent;
  readonly files: OutgoingFiles;
  readonly reasons: readonly HoldReason[];
  readonly settings: ApprovalSettings;
  /** The address of the API. */
  readonly baseUrl: string;
  readonly now: number;
}

/** How a message is held. */
export interface Hold {
  /** The approval of the same message, if it is held already. */
  readonly pending: Approval | undefined;
  /** The attachments with the hashes of their bytes. */
  readonly attachments: readonly Omit<Attachment, 'id'>[];
  /** Stages the approval of the message, in the commit that stores it. */
  readonly request: (tx: TransactionBuilder, message: Pick<Message, 'id' | 'createdAt'>) => Approval;
}

/**
 * Prepares to hold a message. The hash is of the message as it will be stored, so that the worker that sends it can
 * compute it again.
 *
 * See: docs/contract/approvals.md#mail.
 */
export async function holdMessage(table: Table, identity: Identity, message: HeldMessage): Promise<Hold> {
  const { draft, mailbox, related, content, files, reasons, settings, baseUrl, now } = message;
  const attachments = files.attachments.map((attachment, index) => ({
    ...attachment,
    sha256: bytesHash(content.attachments[index]?.bytes ?? new Uint8Array()),
  }));
  const header = { ...draft, mailboxId: mailbox.id, from: [senderOf(identity, mailbox)] };
  const contentHash = mailContentHash(header, files.content, attachments);
  const held = await findHeld(table, identity, contentHash, now);
  return {
    pending: held.pending,
    attachments,
    request: (tx, { id: subjectId, createdAt: at }) =>
      requestApproval(tx, {
        identity,
        kind: 'mail',
        at,
        subjectId,
        relatedId: related?.id,
        contentHash,
        reasons,
        settings,
        baseUrl,
        held,
      }),
  };
}

/** The response to a message that is held. */
export interface HeldReply {
  id: string;
  message_id: string;
  thread_id: string;
  status: 'held';
  approval_id: string;
  created_at: string;
}

/** The response to the same message again, while it is held. */
export async function sameHeld(table: Table, { id, identityId, subjectId }: Approval): Promise<HeldReply> {
  const message = await findMessage(table, identityId, subjectId);
  if (message === undefined) throw new Error('the message of a pending approval does not exist');
  return heldReply(message, id);
}

export function heldReply({ id, threadId, createdAt }: Message, approvalId: string): HeldReply {
  const created_at = timestamp(createdAt);
  return { id, message_id: id, thread_id: threadId, status: 'held', approval_id: approvalId, created_at };
}
