import { z } from 'zod';
import { DAY } from '../time/time.ts';

/** Which emails of an agent wait for a person, from the least strict on. */
export const MAIL_GATES = ['never', 'unvouched', 'first_contact', 'external', 'always'] as const;
export const mailGateSchema = z.enum(MAIL_GATES).meta({
  id: 'MailGate',
  description:
    'Which emails are held. `unvouched`: to an address, or with a link to a host, that the agent knows only from strangers’ text. `first_contact`: to an address that the organization has neither written to nor had verified mail from. `external`: to anyone outside the organization’s domains and agents.',
});

export type MailGate = (typeof MAIL_GATES)[number];

/** Whether other actions wait for a person. */
export const ACTION_GATES = ['never', 'always'] as const;
export const actionGateSchema = z
  .enum(ACTION_GATES)
  .meta({ id: 'ActionGate', description: 'Whether actions are held.' });

export type ActionGate = (typeof ACTION_GATES)[number];

/** How long a held action waits for a decision, in seconds. */
export const MIN_APPROVAL_TTL_SECONDS = 300;
export const MAX_APPROVAL_TTL_SECONDS = 2_592_000;
export const DEFAULT_APPROVAL_TTL_SECONDS = 604_800;

/**
 * When the actions of an agent wait for a person.
 *
 * See: docs/contract/approvals.md#settings.
 */
export interface ApprovalSettings {
  readonly mail: MailGate;
  /** Leases of secrets. */
  readonly vault: ActionGate;
  readonly tunnel: ActionGate;
  /** Tasks to another organization. */
  readonly task: ActionGate;
  /** For how many days after its creation everything that an agent does is held. */
  readonly holdDays: number | null;
  readonly ttlSeconds: number;
  /** The addresses of the members who decide; all who may when empty. */
  readonly approvers: readonly string[];
  /** What an agent may do on a UTC day before its actions are held. */
  readonly mailPerDay: number | null;
  readonly newRecipientsPerDay: number | null;
  readonly leasesPerDay: number | null;
}

/** The settings of an agent or organization that has never set any. */
export const DEFAULT_APPROVAL_SETTINGS: ApprovalSettings = {
  mail: 'never',
  vault: 'never',
  tunnel: 'never',
  task: 'never',
  holdDays: null,
  ttlSeconds: DEFAULT_APPROVAL_TTL_SECONDS,
  approvers: [],
  mailPerDay: null,
  newRecipientsPerDay: null,
  leasesPerDay: null,
};

/** What holds for an agent: of its own settings and its organization's the stricter, each field separately. */
export function stricterSettings(
  organization: ApprovalSettings | undefined,
  own: ApprovalSettings | undefined,
): ApprovalSettings {
  if (organization === undefined || own === undefined) return own ?? organization ?? DEFAULT_APPROVAL_SETTINGS;
  const later = <T>(order: readonly T[], a: T, b: T): T => (order.indexOf(a) > order.indexOf(b) ? a : b);
  const action = (a: ActionGate, b: ActionGate) => later(ACTION_GATES, a, b);
  return {
    mail: later(MAIL_GATES, organization.mail, own.mail),
    vault: action(organization.vault, own.vault),
    tunnel: action(organization.tunnel, own.tunnel),
    task: action(organization.task, own.task),
    holdDays: ofBoth(Math.max, organization.holdDays, own.holdDays),
    ttlSeconds: Math.min(organization.ttlSeconds, own.ttlSeconds),
    approvers: own.approvers.length > 0 ? own.approvers : organization.approvers,
    mailPerDay: ofBoth(Math.min, organization.mailPerDay, own.mailPerDay),
    newRecipientsPerDay: ofBoth(Math.min, organization.newRecipientsPerDay, own.newRecipientsPerDay),
    leasesPerDay: ofBoth(Math.min, organization.leasesPerDay, own.leasesPerDay),
  };
}

/** Null means that a setting says nothing, so the other one holds. */
function ofBoth(choose: (a: number, b: number) => number, a: number | null, b: number | null): number | null {
  if (a === null || b === null) return a ?? b;
  return choose(a, b);
}

/** Whether an agent is so new that everything that it does is held. Times are in epoch milliseconds. */
export function isHeldAsNew({ holdDays }: ApprovalSettings, createdAt: number, now: number): boolean {
  return holdDays !== null && now < createdAt + holdDays * DAY;
}
