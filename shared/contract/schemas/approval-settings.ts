import { z } from 'zod';
import {
  actionGateSchema,
  DEFAULT_APPROVAL_SETTINGS,
  MAX_APPROVAL_TTL_SECONDS,
  MIN_APPROVAL_TTL_SECONDS,
  mailGateSchema,
} from '#shared/domain/approval/approval-settings.ts';
import { described, explained } from '#shared/domain/schema/described.ts';
import { emailSchema } from './account.ts';
import { filterSchema, timestampSchema } from './common.ts';
import { NOT_EMPTY } from './rules.ts';

/** When actions wait for a person. See: docs/contract/approvals.md#settings. */
const MAX_APPROVERS = 50;
const MAX_DAYS = 365;
const MAX_BUDGET = 1_000_000;

const budget = z.int().min(0, 'at least 0').max(MAX_BUDGET, `at most ${MAX_BUDGET}`).nullable();
const ttl = z
  .int()
  .min(MIN_APPROVAL_TTL_SECONDS, `at least ${MIN_APPROVAL_TTL_SECONDS}`)
  .max(MAX_APPROVAL_TTL_SECONDS, `at most ${MAX_APPROVAL_TTL_SECONDS}`);

const TEXTS = {
  mail: null,
  vault: 'Leases of secrets.',
  tunnel: 'Tunnels.',
  task: 'Tasks to agents of other organizations.',
  hold_days: 'For how many days after its creation everything that can be held of an agent is held; null: none.',
  ttl_seconds: `How long an action waits for a decision. ${DEFAULT_APPROVAL_SETTINGS.ttlSeconds} by default.`,
  approvers: 'The addresses of the members who decide. All who may if it is empty.',
  mail_per_day: 'The emails of an agent on a UTC day beyond which they are held; null: no limit.',
  new_recipients_per_day: 'The recipients of first contact on a UTC day beyond which emails are held; null: no limit.',
  leases_per_day: 'The leases of an agent on a UTC day beyond which they are held; null: no limit.',
} as const;

export const approvalSettingsQuery = explained(z.strictObject({ identity_id: filterSchema.optional() }), {
  identity_id: 'The agent. Without it, the organization.',
});

export const approvalSettingsBody = described(
  'SetApprovalSettings',
  'When actions are held. What is left out gets its default: nothing is held.',
  z
    .strictObject({
      mail: mailGateSchema.optional(),
      vault: actionGateSchema.optional(),
      tunnel: actionGateSchema.optional(),
      task: actionGateSchema.optional(),
      hold_days: z.int().min(1, 'at least 1').max(MAX_DAYS, `at most ${MAX_DAYS}`).nullish(),
      ttl_seconds: ttl.optional(),
      approvers: z.array(emailSchema).max(MAX_APPROVERS, `at most ${MAX_APPROVERS} approvers`).optional(),
      mail_per_day: budget.optional(),
      new_recipients_per_day: budget.optional(),
      leases_per_day: budget.optional(),
    })
    .refine((given) => Object.values(given).some((one) => one !== undefined), 'at least one field'),
  TEXTS,
  NOT_EMPTY,
);

export type ApprovalSettingsBody = z.output<typeof approvalSettingsBody>;

export const approvalSettingsSchema = described(
  'ApprovalSettings',
  'When actions are held. Of the settings of an agent and its organization the stricter holds, each separately.',
  z.strictObject({
    identity_id: z.string().nullable(),
    mail: mailGateSchema,
    vault: actionGateSchema,
    tunnel: actionGateSchema,
    task: actionGateSchema,
    hold_days: z.int().nullable(),
    ttl_seconds: z.int(),
    approvers: z.array(z.string()),
    mail_per_day: z.int().nullable(),
    new_recipients_per_day: z.int().nullable(),
    leases_per_day: z.int().nullable(),
    updated_at: timestampSchema.nullable(),
  }),
  {
    identity_id: 'The agent; null: the organization.',
    ...TEXTS,
    updated_at: 'When they were set; null if they never were.',
  },
);
