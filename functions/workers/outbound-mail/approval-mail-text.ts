import type { ApprovalNotice, EmailedApproval } from '#shared/data/entities/log/outbox.ts';
import { approvalPageUrl } from '#shared/domain/approval/approval-link.ts';
import { inertAddress } from '#shared/domain/mail/inert-address.ts';
import { linkFreeName } from '#shared/domain/mail/link-free-name.ts';
import { timestamp } from '#shared/domain/time/time.ts';
import type { ApprovalSecret } from '#shared/services/codes/approval-secrets.ts';
import type { MailItem, MailText } from './service-mail.ts';

const TITLES = { mail: 'An email', lease: 'A lease of a secret', tunnel: 'A tunnel', task: 'A task' } as const;

/**
 * The text of an email to an approver. The agent and strangers have written the addresses and titles in it, so none of
 * them becomes a link; the subject has nothing of them.
 *
 * See: docs/contract/approvals.md#by-email.
 */
export function approvalMailText(
  { organizationName, approvals, more }: ApprovalNotice,
  secrets: readonly ApprovalSecret[],
): MailText {
  const count = approvals.length + more;
  const hasCode = secrets.some(({ code }) => code !== null);
  const others = more === 0 ? '' : ` ${more} more ${more === 1 ? 'waits' : 'wait'}: aid approvals list.`;
  return {
    subject: count === 1 ? 'An agent waits for your decision' : `${count} actions of agents wait for your decision`,
    opening: `agents of ${linkFreeName(organizationName)} want to do the following, and wait for a person.`,
    code: null,
    items: approvals.map((approval, index) => itemOf(approval, secrets[index])),
    closing: `${hasCode ? 'Each code decides about one action, once, and only if you type it into its page. Give it to no one. ' : ''}Opening a page decides nothing.${others}`,
  };
}

function itemOf(
  { approvalId, kind, handle, recipients, title, reasons, expiresAt, baseUrl }: EmailedApproval,
  secret: ApprovalSecret | undefined,
): MailItem {
  const to = recipients.length === 0 ? '' : ` to ${recipients.map(inertAddress).join(', ')}`;
  const about = linkFreeName(title, '');
  return {
    lines: [
      `${TITLES[kind]} of the agent ${handle}${to}${about === '' ? '' : `: ${about}`}`,
      `Why it waits: ${reasons.join('; ')}.`,
      `It is denied if no one decides by ${timestamp(expiresAt)}.`,
      `On the command line: aid approvals get ${approvalId}`,
    ],
    link: secret === undefined ? null : approvalPageUrl(baseUrl, secret.token),
    code: secret?.code ?? null,
  };
}
