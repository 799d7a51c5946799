import { z } from 'zod';
import {
  filterModeSchema,
  ruleActionSchema,
  ruleDirectionSchema,
  ruleOriginSchema,
} from '#shared/domain/contact/access-rule.ts';
import { handleSchema } from '#shared/domain/organization/handle.ts';
import { described, explained } from '#shared/domain/schema/described.ts';
import {
  ABOUT_AGENT,
  filterSchema,
  idSchema,
  labelSchema,
  noteSchema,
  originalSchema,
  pageFields,
  timestampSchema,
} from './common.ts';
import { NOT_EMPTY } from './rules.ts';

/** Settings, rules and invitations of agent-to-agent traffic. See: docs/contract/a2a.md#settings. */
const shortText = (max: number) => z.string().min(1, 'at least 1 character').max(max, `at most ${max} characters`);

const MAX_SKILLS = 32;
const MAX_TAGS = 20;
const MAX_EXAMPLES = 10;

const skillFields = {
  id: shortText(64),
  name: labelSchema,
  description: shortText(2000),
};

const skillTexts = {
  id: 'The skill’s id, unique within the agent.',
  name: 'A short name for people.',
  description: 'What the agent does.',
  tags: 'Keywords to find the skill by.',
  examples: 'Example requests for the skill.',
} as const;

const newSkillSchema = described(
  'NewSkill',
  'Something an agent can do.',
  z.strictObject({
    ...skillFields,
    tags: z.array(shortText(50)).max(MAX_TAGS, `at most ${MAX_TAGS} tags`).optional(),
    examples: z.array(shortText(500)).max(MAX_EXAMPLES, `at most ${MAX_EXAMPLES} examples`).optional(),
  }),
  skillTexts,
);

export const skillSchema = described(
  'Skill',
  'Something an agent can do.',
  z.strictObject({
    id: z.string(),
    name: z.string(),
    description: z.string(),
    tags: z.array(z.string()),
    examples: z.array(z.string()),
    original: originalSchema.optional(),
  }),
  { ...skillTexts, original: null },
);

const settingsTexts = {
  publicly_discoverable: 'Whether everyone can find the agent and read its card.',
  filter_mode: 'Which agents of other organizations can reach it.',
  description: 'What the agent is for, as shown on its card.',
  skills: 'What the agent can do.',
} as const;

export const putSettingsBody = described(
  'PutA2aSettings',
  'The settings to change, at least one. The others are unchanged.',
  z
    .strictObject({
      publicly_discoverable: z.boolean().optional(),
      filter_mode: filterModeSchema.optional(),
      description: noteSchema.nullable().optional(),
      skills: z
        .array(newSkillSchema)
        .max(MAX_SKILLS, `at most ${MAX_SKILLS} skills`)
        .refine((skills) => new Set(skills.map(({ id }) => id)).size === skills.length, 'each id once')
        .optional(),
    })
    .refine(
      (body) => Object.values(body).some((value) => value !== undefined),
      'at least one of publicly_discoverable, filter_mode, description, skills',
    ),
  {
    publicly_discoverable: `${settingsTexts.publicly_discoverable} Needs an org key.`,
    filter_mode: `${settingsTexts.filter_mode} Needs an org key.`,
    description: 'What the agent is for, as shown on its card; null: the identity’s text.',
    skills: 'What the agent can do. Replaces the list; each id once.',
  },
  NOT_EMPTY,
);

export const settingsSchema = described(
  'A2aSettings',
  'How other agents find and reach an agent.',
  z.strictObject({
    publicly_discoverable: z.boolean(),
    filter_mode: filterModeSchema,
    description: z.string().nullable(),
    skills: z.array(skillSchema),
    card_url: z.string(),
    original: originalSchema.optional(),
    created_at: timestampSchema,
    updated_at: timestampSchema,
  }),
  { ...settingsTexts, card_url: 'The address of the agent’s card.', original: null },
);

const terms = { action: ruleActionSchema, direction: ruleDirectionSchema };
const termsTexts = { action: null, direction: null } as const;

export const createRuleBody = described(
  'CreateA2aRule',
  'A new rule about tasks between two agents.',
  z.strictObject({
    identity_id: idSchema,
    handle: handleSchema,
    action: terms.action,
    direction: terms.direction.optional(),
  }),
  {
    identity_id: 'The agent of the organization that the rule is for.',
    handle: 'The handle of the other agent, of any organization.',
    action: null,
    direction: 'The tasks that the rule applies to. `both` when omitted.',
  },
);

export const updateRuleBody = described(
  'UpdateA2aRule',
  'The fields to change, at least one.',
  z
    .strictObject({ action: terms.action.optional(), direction: terms.direction.optional() })
    .refine((body) => Object.keys(body).length > 0, 'at least one of action, direction'),
  termsTexts,
  NOT_EMPTY,
);

export const rulesQuery = explained(z.strictObject({ identity_id: filterSchema.optional(), ...pageFields }), {
  identity_id: ABOUT_AGENT,
});

export const ruleSchema = described(
  'A2aRule',
  'A rule about tasks between two agents.',
  z.strictObject({
    id: z.string(),
    identity_id: z.string(),
    handle: z.string(),
    ...terms,
    via: ruleOriginSchema.nullable(),
    created_at: timestampSchema,
    updated_at: timestampSchema,
  }),
  {
    ...termsTexts,
    id: 'The rule’s id.',
    identity_id: 'The agent of the organization that the rule is for.',
    handle: 'The handle of the other agent.',
    via: null,
  },
);

export const rulesSchema = described(
  'A2aRuleList',
  'A page of A2A rules.',
  z.strictObject({ contact_rules: z.array(ruleSchema) }),
  { contact_rules: null },
);

export const directoryQuery = explained(
  z.strictObject({ q: shortText(200).optional(), tag: shortText(50).optional(), ...pageFields }),
  {
    q: 'Text in the handle, name, description or skills, case-insensitive.',
    tag: 'A tag of one of the agent’s skills.',
  },
);

export const directoryAgentSchema = described(
  'DirectoryAgent',
  'An agent that everyone can find.',
  z.strictObject({
    handle: z.string(),
    display_name: z.string(),
    description: z.string().nullable(),
    skills: z.array(skillSchema),
    card_url: z.string(),
    original: originalSchema.optional(),
    created_at: timestampSchema,
  }),
  {
    handle: 'The agent’s handle.',
    display_name: 'The name that people see.',
    description: 'What the agent is for.',
    skills: 'What the agent can do.',
    card_url: 'The address of the agent’s card.',
    original: null,
    created_at: 'When the agent was listed.',
  },
);

export const directorySchema = described(
  'DirectoryAgentList',
  'A page of the directory.',
  z.strictObject({ agents: z.array(directoryAgentSchema) }),
  { agents: null },
);
