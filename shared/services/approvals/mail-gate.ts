import type { Change } from '#shared/data/change.ts';
import { unknownAmong } from '#shared/data/entities/contact/known-address.ts';
import { addressesInside } from '#shared/data/entities/mail/mailbox.ts';
import { agentUsageToday, countAgentUsage } from '#shared/data/entities/organization/agent-usage.ts';
import type { Identity } from '#shared/data/entities/organization/identity.ts';
import type { Table } from '#shared/data/table-client.ts';
import type { HoldReason } from '#shared/domain/approval/approval.ts';
import {
  type ApprovalSettings,
  isHeldAsNew,
  MAIL_GATES,
  type MailGate,
} from '#shared/domain/approval/approval-settings.ts';
import { type NamingMail, unvouchedReasons } from './unvouched-reasons.ts';

/** An email that an agent wants to send. */
export interface GatedMail {
  readonly identity: Identity;
  readonly settings: ApprovalSettings;
  /** Its recipients, each once. */
  readonly addresses: readonly string[];
  readonly naming: Omit<NamingMail, 'addresses'> & { readonly replyTo: readonly string[] };
  /** Epoch milliseconds. */
  readonly now: number;
}

/** Whether an email is held. */
export interface MailGateResult {
  /** Why it is held; empty if it may be sent. */
  readonly reasons: readonly HoldReason[];
  /** What counts an email that is sent against the agent's budgets. */
  readonly counts: readonly Change[];
}

/** An email that no setting holds or counts. */
export const NOT_GATED: MailGateResult = { reasons: [], counts: [] };

/**
 * Decides whether an email waits for a person. An agent without approval settings costs no read. A stricter setting
 * holds what a less strict one does.
 *
 * See: docs/contract/approvals.md#mail.
 */
export async function gateMail(table: Table, mail: GatedMail): Promise<MailGateResult> {
  const { settings, identity, addresses, naming, now } = mail;
  const { mailPerDay, newRecipientsPerDay } = settings;
  const reasons: HoldReason[] = [];
  if (isHeldAsNew(settings, identity.createdAt, now)) reasons.push({ code: 'hold_days' });
  if (settings.mail === 'always') reasons.push({ code: 'always' });
  const isVouching = isAtLeast(settings.mail, 'unvouched');
  const needsAddresses = isAtLeast(settings.mail, 'first_contact') || newRecipientsPerDay !== null;
  const hasBudget = mailPerDay !== null || newRecipientsPerDay !== null;
  if (!isVouching && !needsAddresses && !hasBudget) return reasons.length === 0 ? NOT_GATED : { reasons, counts: [] };

  const [outside, usage, unvouched] = await Promise.all([
    needsAddresses ? outsideOf(table, identity.organizationId, addresses) : NO_ONE,
    hasBudget ? agentUsageToday(table, identity.id, now) : undefined,
    isVouching ? unvouchedReasons(table, identity, { ...naming, addresses: [...addresses, ...naming.replyTo] }) : [],
  ]);
  reasons.push(...unvouched);
  if (isAtLeast(settings.mail, 'first_contact')) {
    reasons.push(...outside.strangers.map((address) => ({ code: 'first_contact', address }) as const));
  }
  if (isAtLeast(settings.mail, 'external')) {
    reasons.push(...outside.all.map((address) => ({ code: 'external', address }) as const));
  }
  if (usage === undefined) return { reasons, counts: [] };

  const strangers = outside.strangers.length;
  if (mailPerDay !== null && usage.mail + 1 > mailPerDay) reasons.push({ code: 'mail_per_day' });
  if (newRecipientsPerDay !== null && strangers > 0 && usage.newRecipients + strangers > newRecipientsPerDay) {
    reasons.push({ code: 'new_recipients_per_day' });
  }
  if (reasons.length > 0) return { reasons, counts: [] };
  const added = {
    ...(mailPerDay !== null && { mail: 1 }),
    ...(newRecipientsPerDay !== null && strangers > 0 && { newRecipients: strangers }),
  };
  if (Object.keys(added).length === 0) return NOT_GATED;
  return { reasons, counts: [countAgentUsage(identity.id, usage, added, now)] };
}

const NO_ONE = { all: [], strangers: [] };

/** The recipients outside an organization, and those of them that it neither wrote to nor had verified mail from. */
async function outsideOf(
  table: Table,
  organizationId: string,
  addresses: readonly string[],
): Promise<{ all: readonly string[]; strangers: readonly string[] }> {
  const [inside, unknown] = await Promise.all([
    addressesInside(table, organizationId, addresses),
    unknownAmong(table, organizationId, addresses, { strong: true }),
  ]);
  const isOutside = (address: string) => !inside.has(address);
  return { all: addresses.filter(isOutside), strangers: unknown.filter(isOutside) };
}

function isAtLeast(gate: MailGate, than: MailGate): boolean {
  return MAIL_GATES.indexOf(gate) >= MAIL_GATES.indexOf(than);
}
