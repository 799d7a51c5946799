import type { SendMailBody } from '#shared/contract/schemas/outgoing-mail.ts';
import { MAX_OUTGOING_RECIPIENTS } from '#shared/contract/schemas/recipients.ts';
import type { Message } from '#shared/data/entities/mail/message.ts';
import type { Identity } from '#shared/data/entities/organization/identity.ts';
import { invalid } from '#shared/domain/errors/errors.ts';
import { type MailAddress, NEEDS_SMTPUTF8 } from '#shared/domain/mail/address.ts';
import {
  allRecipients,
  dedupeRecipients,
  type Recipients,
  redirectedReply,
  replyRecipients,
  replyReferences,
  replySubject,
  unreachableRecipient,
} from '#shared/domain/mail/reply.ts';

/** The header of a new message, before anything is stored. */
export interface Draft extends Recipients {
  replyTo: MailAddress[];
  subject: string;
  inReplyTo: string | null;
  references: string[];
  /** Whether no one is meant to answer, and whether it answers what a program wrote. See: RFC 3834, section 5. */
  isAutomated: boolean;
  autoSubmitted?: 'auto-replied';
  /** The distinct addresses of the envelope. */
  addresses: string[];
}

/** Creates the header of a message from a request. Omitted fields follow from the message that it replies to. */
export function draftOf(body: SendMailBody, identity: Identity, answered: Message | undefined): Draft {
  const requested = { to: body.to ?? [], cc: body.cc ?? [], bcc: body.bcc ?? [] };
  const unreachable = answered && unreachableRecipient(requested, answered, body.reply_all === true);
  if (unreachable !== undefined) {
    const { field, address } = unreachable;
    throw invalid(field, `${address} cannot be replied to: it is not ${NEEDS_SMTPUTF8}; name other recipients in to`);
  }
  const own = identity.mailboxes.map(({ address }) => address);
  const recipients = dedupeRecipients(
    answered === undefined
      ? requested
      : replyRecipients(requested, answered, { replyAll: body.reply_all === true, own }),
  );
  const redirected = answered && redirectedReply(recipients, requested, answered);
  if (redirected !== undefined && body.allow_reply_to !== true) {
    throw invalid(
      'allow_reply_to',
      `true to reply to ${redirected}, which an unverified sender on another domain names in Reply-To; or name the recipients in to`,
    );
  }
  const addresses = allRecipients(recipients).map(({ address }) => address);
  if (recipients.to.length === 0) throw invalid('to', 'required: the message has no address to reply to');
  if (addresses.length > MAX_OUTGOING_RECIPIENTS)
    throw invalid('reply_all', `at most ${MAX_OUTGOING_RECIPIENTS} recipients in total`);
  const answersProgram = answered?.direction === 'inbound' && answered.isAutomated;
  return {
    ...recipients,
    isAutomated: body.automated === true || answersProgram,
    ...(answersProgram && { autoSubmitted: 'auto-replied' as const }),
    addresses,
    replyTo: body.reply_to ?? [],
    subject: body.subject ?? replySubject(answered?.subject ?? ''),
    inReplyTo: answered?.rfcMessageId ?? null,
    references: answered === undefined ? [] : replyReferences(answered),
  };
}
