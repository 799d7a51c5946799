import { z } from 'zod';
import { FILTER_MODES, RULE_ACTIONS, RULE_DIRECTIONS } from '../../domain/a2a/admission.ts';
import { INVITATION_STATUSES } from '../../domain/a2a/invitation-status.ts';
import { handleSchema } from '../../domain/handle.ts';
import { filterSchema, idSchema, labelSchema, noteSchema, pageFields, timestampSchema } from './common.ts';

/** Settings, rules and invitations of agent-to-agent traffic. Rule: shapes, A2A. */
const shortText = (most: number) => z.string().min(1, 'at least 1 character').max(most, `at most ${most} characters`);

const MOST_SKILLS = 32;
const MOST_TAGS = 20;
const MOST_EXAMPLES = 10;

const skillFields = {
  id: shortText(64),
  name: labelSchema,
  description: shortText(2000),
};

const skillInput = z
  .strictObject({
    ...skillFields,
    tags: z.array(shortText(50)).max(MOST_TAGS, `at most ${MOST_TAGS} tags`).optional(),
    examples: z.array(shortText(500)).max(MOST_EXAMPLES, `at most ${MOST_EXAMPLES} examples`).optional(),
  })
  .meta({ id: 'NewSkill' });

export const skillSchema = z
  .strictObject({ ...skillFields, tags: z.array(z.string()), examples: z.array(z.string()) })
  .meta({ id: 'Skill' });

export const putSettingsBody = z
  .strictObject({
    publicly_discoverable: z.boolean().optional().meta({ description: 'Needs an org key.' }),
    filter_mode: z.enum(FILTER_MODES).optional().meta({ description: 'Needs an org key.' }),
    description: noteSchema.nullable().optional(),
    skills: z
      .array(skillInput)
      .max(MOST_SKILLS, `at most ${MOST_SKILLS} skills`)
      .refine((skills) => new Set(skills.map(({ id }) => id)).size === skills.length, 'each id once')
      .optional(),
  })
  .refine(
    (body) => Object.values(body).some((value) => value !== undefined),
    'at least one of publicly_discoverable, filter_mode, description, skills',
  )
  .meta({ id: 'PutA2aSettings' });

export const settingsSchema = z
  .strictObject({
    publicly_discoverable: z.boolean(),
    filter_mode: z.enum(FILTER_MODES),
    description: z.string().nullable(),
    skills: z.array(skillSchema),
    card_url: z.string(),
    created_at: timestampSchema,
    updated_at: timestampSchema,
  })
  .meta({ id: 'A2aSettings' });

const terms = { action: z.enum(RULE_ACTIONS), direction: z.enum(RULE_DIRECTIONS) };

export const createRuleBody = z
  .strictObject({
    identity_id: idSchema,
    handle: handleSchema.meta({ description: 'Of an agent of any organization.', example: 'support-bot' }),
    action: terms.action,
    direction: terms.direction.optional().meta({ description: '`both` when omitted.' }),
  })
  .meta({ id: 'CreateA2aRule' });

export const updateRuleBody = z
  .strictObject({ action: terms.action.optional(), direction: terms.direction.optional() })
  .refine((body) => Object.keys(body).length > 0, 'at least one of action, direction')
  .meta({ id: 'UpdateA2aRule' });

export const rulesQuery = z.strictObject({ identity_id: filterSchema.optional(), ...pageFields });

export const ruleSchema = z
  .strictObject({
    id: z.string(),
    identity_id: z.string(),
    handle: z.string(),
    ...terms,
    via: z.enum(['invitation']).nullable(),
    created_at: timestampSchema,
    updated_at: timestampSchema,
  })
  .meta({ id: 'A2aRule' });

export const rulesSchema = z.strictObject({ contact_rules: z.array(ruleSchema) }).meta({ id: 'A2aRules' });

const MOST_DAYS = 90;
const MOST_SECONDS = MOST_DAYS * 86_400;

export const createInvitationBody = z
  .strictObject({
    from_identity_id: idSchema,
    to_handle: z.string().min(1, 'at least 1 character').max(200, 'at most 200 characters'),
    note: noteSchema.optional(),
    expires_in_seconds: z
      .int()
      .min(1, 'at least 1')
      .max(MOST_SECONDS, `at most ${MOST_SECONDS} (${MOST_DAYS} days)`)
      .optional()
      .meta({ description: 'Seven days when omitted.' }),
  })
  .meta({ id: 'CreateInvitation' });

export const invitationsQuery = z.strictObject({
  role: z.enum(['sent', 'received']).optional(),
  status: z.enum(INVITATION_STATUSES).optional(),
  ...pageFields,
});

export const invitationSchema = z
  .strictObject({
    id: z.string(),
    from_identity_id: z.string(),
    from_handle: z.string(),
    to_identity_id: z.string(),
    to_handle: z.string(),
    note: z.string().nullable(),
    status: z.enum(INVITATION_STATUSES),
    expires_at: timestampSchema,
    created_at: timestampSchema,
    updated_at: timestampSchema,
  })
  .meta({ id: 'Invitation' });

export const invitationsSchema = z.strictObject({ invitations: z.array(invitationSchema) }).meta({ id: 'Invitations' });

export const directoryQuery = z.strictObject({
  q: shortText(200).optional().meta({ description: 'Text in handle, name, description or skills.' }),
  tag: shortText(50).optional().meta({ description: 'A tag of one of its skills.' }),
  ...pageFields,
});

export const directorySchema = z
  .strictObject({
    agents: z.array(
      z.strictObject({
        handle: z.string(),
        display_name: z.string(),
        description: z.string().nullable(),
        skills: z.array(skillSchema),
        card_url: z.string(),
        created_at: timestampSchema.meta({ description: 'When the agent was listed.' }),
      }),
    ),
  })
  .meta({ id: 'Directory' });
