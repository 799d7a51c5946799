import type { Approval } from '#shared/data/entities/approval/approval.ts';
import type { EmailedApproval } from '#shared/data/entities/log/outbox.ts';
import type { HoldReason } from '#shared/domain/approval/approval.ts';
import type { Preview } from './approval-record.ts';

/** The recipients that an email to approvers names. */
const MAX_RECIPIENTS = 5;

/** An approval as an email shows it. */
export function emailedApproval(
  { id, kind, reasons, expiresAt }: Approval,
  { mail, lease, summary }: Preview,
  { handle, baseUrl }: { readonly handle: string; readonly baseUrl: string },
): EmailedApproval {
  const recipients = mail == null ? [] : [...mail.to, ...mail.cc, ...mail.bcc].map(({ address }) => address);
  return {
    approvalId: id,
    kind,
    handle,
    recipients:
      recipients.length > MAX_RECIPIENTS
        ? [...recipients.slice(0, MAX_RECIPIENTS), `${recipients.length - MAX_RECIPIENTS} more`]
        : recipients,
    title: mail?.subject ?? lease?.secret_name ?? summary,
    reasons: [...new Set(reasons.map(({ code }) => REASONS[code]))],
    expiresAt,
    baseUrl,
  };
}

/** Each reason in words, without what a stranger has written. */
export const REASONS: Readonly<Record<HoldReason['code'], string>> = {
  always: 'everything of this kind waits for a person',
  external: 'a recipient is outside the organization',
  first_contact: 'a recipient is a first contact',
  unvouched: 'the agent knows a recipient or the host of a link only from the text of strangers',
  hold_days: 'the agent is new',
  mail_per_day: 'the agent has sent its emails of the day',
  new_recipients_per_day: 'the agent has written to its new recipients of the day',
  leases_per_day: 'the agent has had its leases of the day',
};
