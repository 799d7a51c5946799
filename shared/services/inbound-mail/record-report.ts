import { findMessage, type Message } from '#shared/data/entities/mail/message.ts';
import { findSentMail } from '#shared/data/entities/mail/sent-mail.ts';
import type { Table } from '#shared/data/table-client.ts';
import { normaliseAddress } from '#shared/domain/mail/address.ts';
import type { MailReport } from '#shared/domain/mail/mail-report.ts';
import type { MailOutcome } from '#shared/domain/mail/outcome.ts';
import { allRecipients } from '#shared/domain/mail/reply.ts';
import { DAY } from '#shared/domain/time/time.ts';
import { count, logger } from '#shared/runtime/log.ts';
import { recordDeliveryUpdate } from '../outbound-mail/record-delivery-update.ts';
import type { InboundDelivery } from './inbound-delivery.ts';

/** Servers give up after days (RFC 5321, section 4.5.4.1), and people complain within weeks. */
const MAX_AGE_MS = 30 * DAY;

/**
 * Records what a report that arrived as mail says about a message: a bounce or a complaint of each recipient, as a
 * notification of SES does. Anyone can send such an email, so it counts only if it arrives in a mailbox of the agent
 * that sent the message, within 30 days, names that message by its id and an address that it was sent to, and has not
 * failed the checks of the server that received it. Otherwise the report is mail like any other. An empty return path
 * would prove nothing, and servers that pass reports on replace it.
 *
 * Records each outcome of each recipient once, so it may run before the commit of the report itself, again and again.
 *
 * See: docs/contract/mail.md#outcomes; RFC 3464, section 4 (security); RFC 5965, section 8 (security).
 */
export async function recordReport(table: Table, delivery: InboundDelivery): Promise<void> {
  const { mail, verdicts, mailbox } = delivery;
  const { report } = mail;
  if (report === undefined || verdicts.dmarc === 'fail' || verdicts.spam === 'fail') return;
  const message = await reportedMessage(table, mailbox.identityId, report);
  if (message === undefined) return;
  const outcomes = outcomesOf(report, message);
  if (outcomes.length === 0) return;
  const { organizationId, identityId, id: messageId } = message;
  if (!(await recordDeliveryUpdate(table, { organizationId, identityId, messageId }, { outcomes }))) return;
  for (const { kind } of outcomes) count(`Mail_${kind}`);
  logger.info('outcomes recorded', { message_id: messageId, outcomes: outcomes.map(({ kind }) => kind) });
}

/** The message that the agent sent, by our id or the provider's in the Message-ID. */
async function reportedMessage(
  table: Table,
  identityId: string,
  { originalIds }: MailReport,
): Promise<Message | undefined> {
  for (const id of originalIds) {
    const local = id.slice(1, id.lastIndexOf('@'));
    const messageId = (await findSentMail(table, local))?.messageId ?? local;
    const message = await findMessage(table, identityId, messageId);
    const isRecent = message?.sentAt !== undefined && Date.now() - message.sentAt < MAX_AGE_MS;
    if (isRecent && message.direction === 'outbound' && isIdOf(id, message)) return message;
  }
  return undefined;
}

/** Whether a Message-ID is that of the message: as its recipients see it, or as it was given to the provider. */
function isIdOf(rfcMessageId: string, { id, rfcMessageId: sent, from }: Message): boolean {
  const domain = from[0]?.address.split('@').at(-1) ?? '';
  return rfcMessageId === sent || rfcMessageId === `<${id}@${domain}>`;
}

/** One outcome for each recipient of the message that the report names. */
function outcomesOf({ kind, recipients }: MailReport, message: Message): MailOutcome[] {
  const sentTo = new Map(allRecipients(message).map(({ address }) => [normaliseAddress(address), address]));
  return recipients.flatMap(({ addresses, detail, isPermanent }) => {
    const recipient = addresses.map((address) => sentTo.get(normaliseAddress(address))).find(Boolean);
    return recipient === undefined ? [] : [{ kind, recipient, detail, suppress: isPermanent }];
  });
}
