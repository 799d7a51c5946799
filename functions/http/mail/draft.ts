import type { SendMailBody } from '../../../shared/contract/schemas/outgoing-mail.ts';
import { MAX_RECIPIENTS } from '../../../shared/contract/schemas/outgoing-mail.ts';
import type { Identity } from '../../../shared/data/entities/identity.ts';
import type { Message } from '../../../shared/data/entities/message.ts';
import { invalid } from '../../../shared/domain/errors.ts';
import type { MailAddress } from '../../../shared/domain/mail/address.ts';
import {
  allRecipients,
  dedupeRecipients,
  type Recipients,
  replyRecipients,
  replyReferences,
  replySubject,
} from '../../../shared/domain/mail/reply.ts';

/** What a message will say in its header, before anything is stored. */
export interface Draft extends Recipients {
  replyTo: MailAddress[];
  subject: string;
  inReplyTo: string | null;
  references: string[];
  /** Every address of the envelope, each once. */
  addresses: string[];
}

/** The message a request asks for; what it leaves open follows from the message it answers. */
export function draftOf(body: SendMailBody, identity: Identity, answered: Message | undefined): Draft {
  const named = { to: body.to ?? [], cc: body.cc ?? [], bcc: body.bcc ?? [] };
  const own = identity.mailboxes.map(({ address }) => address);
  const recipients = dedupeRecipients(
    answered === undefined ? named : replyRecipients(named, answered, { replyAll: body.reply_all === true, own }),
  );
  const addresses = allRecipients(recipients).map(({ address }) => address);
  if (recipients.to.length === 0) throw invalid('to', 'required: the answered message names no address to answer to');
  if (addresses.length > MAX_RECIPIENTS) throw invalid('reply_all', `at most ${MAX_RECIPIENTS} recipients in all`);
  return {
    ...recipients,
    addresses,
    replyTo: body.reply_to ?? [],
    subject: body.subject ?? replySubject(answered?.subject ?? ''),
    inReplyTo: answered?.rfcMessageId ?? null,
    references: answered === undefined ? [] : replyReferences(answered),
  };
}
