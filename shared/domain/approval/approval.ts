import { z } from 'zod';

/** What a person can be asked to decide about. */
export const APPROVAL_KINDS = ['mail', 'lease', 'tunnel', 'task'] as const;
export const approvalKindSchema = z
  .enum(APPROVAL_KINDS)
  .meta({ id: 'ApprovalKind', description: 'What a person decides about.' });

export type ApprovalKind = (typeof APPROVAL_KINDS)[number];

export const APPROVAL_STATUSES = ['pending', 'approved', 'denied', 'expired', 'canceled', 'failed'] as const;
export const approvalStatusSchema = z.enum(APPROVAL_STATUSES).meta({
  id: 'ApprovalStatus',
  description:
    '`expired`: no one decided in time. `canceled`: the agent was suspended. `failed`: approved, but refused when it was to take effect.',
});

export type ApprovalStatus = (typeof APPROVAL_STATUSES)[number];

/** How an approval can end. */
export type ApprovalEnd = Exclude<ApprovalStatus, 'pending'>;

/** Why an action is held. */
export const HOLD_CODES = [
  'always',
  'external',
  'first_contact',
  'unvouched',
  'hold_days',
  'mail_per_day',
  'new_recipients_per_day',
  'leases_per_day',
] as const;
export const holdCodeSchema = z.enum(HOLD_CODES).meta({
  id: 'HoldCode',
  description: 'The approval setting that holds an action.',
});

export type HoldCode = (typeof HOLD_CODES)[number];

/** One reason for which an action is held. */
export interface HoldReason {
  readonly code: HoldCode;
  /** The recipient that it is about. */
  readonly address?: string;
  /** The host of a link that it is about. */
  readonly host?: string;
  /** Where the address or the host came from, for a person who reads it. */
  readonly source?: string;
}

/** What the status of a pending approval depends on besides its row. */
export interface ApprovalClock {
  /** In epoch milliseconds. */
  readonly now: number;
  /** The present `tokenGeneration` of the agent; absent: 0. */
  readonly generation: number | undefined;
}

/**
 * The status of an approval at a time. A pending one has ended with its time and with a suspension of its agent, also
 * before a worker has written so: each suspension begins a new generation.
 */
export function statusAt(
  approval: { readonly status: ApprovalStatus; readonly expiresAt: number; readonly tokenGeneration: number },
  { now, generation = 0 }: ApprovalClock,
): ApprovalStatus {
  if (approval.status !== 'pending') return approval.status;
  if (generation !== approval.tokenGeneration) return 'canceled';
  return now >= approval.expiresAt ? 'expired' : 'pending';
}
