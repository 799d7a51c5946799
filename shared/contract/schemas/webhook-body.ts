import { z } from 'zod';
import { WEBHOOK_TEST_TYPE } from '#shared/domain/delivery/webhook-body.ts';
import { EVENTS, type EventType } from '#shared/domain/log/events.ts';
import { described } from '#shared/domain/schema/described.ts';
import { timestampSchema } from './common.ts';
import { GRANT_EVENTS, INVITATION_EVENTS, MAIL_OUTCOMES, type TypeGroup, typeOfVariant } from './event.ts';
import { mailDirectionSchema } from './mail.ts';
import { extending } from './rules.ts';

/** The body of a delivery, for the generated description. See: docs/contract/webhooks.md#request-body. */
const agentSchema = described(
  'AgentSummary',
  'An agent that an event names.',
  z.strictObject({ id: z.string(), handle: z.string(), display_name: z.string() }),
  { id: 'The agent’s id.', handle: 'Its handle.', display_name: 'The name that people see.' },
);

const authorSchema = described('MailAuthor', 'An author of a message.', z.strictObject({ address: z.string() }), {
  address: 'The author’s address.',
});

const messageSchema = described(
  'MessageSummary',
  'A brief form of a message.',
  z.strictObject({
    id: z.string(),
    direction: mailDirectionSchema,
    from: z.array(authorSchema),
    subject: z.string(),
    snippet: z.string(),
    has_attachments: z.boolean(),
  }),
  {
    id: 'The message’s id.',
    direction: null,
    from: 'The authors.',
    subject: 'The subject.',
    snippet: 'The beginning of the text.',
    has_attachments: 'Whether it has attachments.',
  },
);

const agentFields = { agent_identities: z.array(agentSchema) };
const agentTexts = { agent_identities: 'The agents that the event names.' } as const;

export const agentContextSchema = described(
  'AgentContext',
  'The agents that an event names, in addition to its payload.',
  z.strictObject(agentFields),
  agentTexts,
);

const mailFields = { ...agentFields, message: messageSchema };

export const mailContextSchema = described(
  'MailContext',
  'The message that an event is about, in addition to its payload.',
  z.strictObject(mailFields),
  { ...agentTexts, message: null },
);

const aggregateSchema = described(
  'Aggregate',
  'The resource that an event happened to.',
  z.strictObject({ type: z.string(), id: z.string() }),
  { type: 'The kind of resource.', id: 'Its id.' },
);

const baseFields = {
  id: z.string(),
  version: z.int(),
  created_at: timestampSchema,
  organization_id: z.string(),
  aggregate: aggregateSchema.optional(),
};

const baseTexts = {
  id: 'The event’s id, as in `x-aid-event-id`.',
  version: 'The version of the event’s schema.',
  created_at: 'When it happened.',
  organization_id: 'The organization that the event belongs to.',
  aggregate: null,
} as const;

/** The fields of every delivery. */
export const webhookBaseSchema = described(
  'WebhookBase',
  'The fields of every delivery.',
  z.strictObject(baseFields),
  baseTexts,
);

/** The body of deliveries for one variant of `Event`. Its data is the payload plus additional fields. */
function variant<const T extends EventType>(id: string, type: T | TypeGroup<T>) {
  const { first, schema } = typeOfVariant(type);
  const payload: z.ZodObject = EVENTS[first].payload;
  const isMail = EVENTS[first].aggregate === 'mail_message';
  const data = z.strictObject({ ...payload.shape, ...(isMail ? mailFields : agentFields) });
  const parts = [payload.meta()?.id ?? '', isMail ? 'MailContext' : 'AgentContext'];
  const allOf = parts.map((part) => ({ $ref: `#/components/schemas/${part}` }));
  return bodyOf(
    id,
    schema,
    data.meta({
      id: id.replace(/Body$/, 'Data'),
      override: { allOf, type: undefined, properties: undefined, required: undefined },
    }),
  );
}

function bodyOf(id: string, type: z.ZodType<string, string>, data: z.ZodObject) {
  return described(
    id,
    'A delivery.',
    z.strictObject({ ...baseFields, type, data }),
    { ...baseTexts, type: null, data: null },
    extending('WebhookBase'),
  );
}

const testData = described('WebhookTestData', 'The data of a test.', z.strictObject({ webhook_id: z.string() }), {
  webhook_id: 'The endpoint that is tested.',
});

/** The body of a delivery, discriminated by its type. */
export const webhookBodySchema = z
  .discriminatedUnion('type', [
    variant('MailSentBody', 'mail.sent'),
    variant('MailReceivedBody', 'mail.received'),
    variant('MailOutcomeBody', MAIL_OUTCOMES),
    variant('MailDraftFailedBody', 'mail.draft_failed'),
    variant('MailLabeledBody', 'mail.labeled'),
    variant('MailUnsubscribedBody', 'mail.unsubscribed'),
    variant('TaskCreatedBody', 'a2a.task.created'),
    variant('TaskMessageBody', 'a2a.task.message'),
    variant('TaskCanceledBody', 'a2a.task.canceled'),
    variant('SentTaskUpdatedBody', 'a2a.sent_task.updated'),
    variant('TaskUpdatedBody', 'a2a.task.updated'),
    variant('A2aRuleChangedBody', 'a2a.contact_rule.changed'),
    variant('A2aSettingsUpdatedBody', 'a2a.settings.updated'),
    variant('InvitationBody', INVITATION_EVENTS),
    variant('IdentityTokenIssuedBody', 'identity_token.issued'),
    variant('GrantBody', GRANT_EVENTS),
    variant('ApprovalRequestedBody', 'approval.requested'),
    variant('ApprovalDecidedBody', 'approval.decided'),
    variant('ShortKeyIssuedBody', 'short_key.issued'),
    bodyOf('WebhookTestBody', z.literal(WEBHOOK_TEST_TYPE), testData),
  ])
  .meta({ id: 'WebhookBody', description: 'The body of a delivery, discriminated by `type`.' });
