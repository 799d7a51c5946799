import { z } from 'zod';
import { DEFAULT_WAIT_TIMEOUT_MS, MAX_DELIVERY_BODIES, MAX_WAIT_TIMEOUT_MS } from '#shared/domain/limits/limits.ts';
import { EVENT_TYPES, EVENTS, type EventType } from '#shared/domain/log/events.ts';
import { described, explained } from '#shared/domain/schema/described.ts';
import {
  ABOUT_AGENT,
  filterSchema,
  instantSchema,
  pageFields,
  queryBoolean,
  queryInteger,
  timestampSchema,
} from './common.ts';
import { extending } from './rules.ts';

/** Events and the wait. See: docs/contract/events.md#event-record; docs/contract/events.md#event-history. */
export const eventTypeSchema = z
  .enum(EVENT_TYPES, 'a known event type')
  .meta({ id: 'EventType', description: 'What happened.' });

/** Event types with equal payloads, and the schema that accepts these types. */
export interface TypeGroup<T extends EventType> {
  readonly types: readonly [T, ...T[]];
  readonly schema: z.ZodType<T, T>;
}

function typeGroup<const T extends EventType>(id: string, types: readonly [T, ...T[]]): TypeGroup<T> {
  const schema = z.enum(types).meta({ id, description: 'What happened.' });
  return { types, schema: schema as z.ZodType as z.ZodType<T, T> };
}

export const MAIL_OUTCOMES = typeGroup('MailOutcomeEventType', ['mail.delivered', 'mail.bounced', 'mail.complained']);

export const INVITATION_EVENTS = typeGroup('InvitationEventType', [
  'a2a.invitation.created',
  'a2a.invitation.accepted',
  'a2a.invitation.declined',
  'a2a.invitation.revoked',
]);

export const GRANT_EVENTS = typeGroup('GrantEventType', ['grant.created', 'grant.revoked']);

/** The schema of the type of one or several events, and the first of these. */
export function typeOfVariant<const T extends EventType>(
  type: T | TypeGroup<T>,
): { first: T; schema: z.ZodType<T, T> } {
  if (typeof type !== 'string') return { first: type.types[0], schema: type.schema };
  return { first: type, schema: z.literal(type) };
}

const baseFields = {
  id: z.string(),
  version: z.int(),
  identity_id: z.string().nullable(),
  aggregate_type: z.string().nullable(),
  aggregate_id: z.string().nullable(),
  created_at: timestampSchema,
  delivery_body: z.string().optional(),
};

const baseTexts = {
  id: 'The event’s id.',
  version: 'The version of the event’s schema.',
  identity_id: 'The agent that the event is about.',
  aggregate_type: 'The kind of resource that it happened to.',
  aggregate_id: 'The id of that resource.',
  created_at: 'When it happened: the order of the log. Pass it as `since` to continue.',
  delivery_body: 'The exact body of its deliveries to webhook endpoints, if requested.',
} as const;

/** The fields of all events. */
export const eventBaseSchema = described(
  'EventBase',
  'The fields of all events.',
  z.strictObject(baseFields),
  baseTexts,
);

/** Events with equal payloads are one variant. The description of the payload says what happened. */
function variant<const T extends EventType>(id: string, type: T | TypeGroup<T>) {
  const { first, schema } = typeOfVariant(type);
  return described(
    id,
    'An event.',
    z.strictObject({
      ...baseFields,
      type: schema,
      payload: EVENTS[first].payload as (typeof EVENTS)[T]['payload'],
    }),
    { ...baseTexts, type: null, payload: null },
    extending('EventBase'),
  );
}

/** An event of the log, discriminated by its type. */
export const eventSchema = z
  .discriminatedUnion('type', [
    variant('MailSentEvent', 'mail.sent'),
    variant('MailReceivedEvent', 'mail.received'),
    variant('MailOutcomeEvent', MAIL_OUTCOMES),
    variant('MailDraftFailedEvent', 'mail.draft_failed'),
    variant('MailLabeledEvent', 'mail.labeled'),
    variant('MailUnsubscribedEvent', 'mail.unsubscribed'),
    variant('TaskCreatedEvent', 'a2a.task.created'),
    variant('TaskMessageEvent', 'a2a.task.message'),
    variant('TaskCanceledEvent', 'a2a.task.canceled'),
    variant('SentTaskUpdatedEvent', 'a2a.sent_task.updated'),
    variant('TaskUpdatedEvent', 'a2a.task.updated'),
    variant('A2aRuleChangedEvent', 'a2a.contact_rule.changed'),
    variant('A2aSettingsUpdatedEvent', 'a2a.settings.updated'),
    variant('InvitationEvent', INVITATION_EVENTS),
    variant('IdentityTokenIssuedEvent', 'identity_token.issued'),
    variant('GrantEvent', GRANT_EVENTS),
    variant('ApprovalRequestedEvent', 'approval.requested'),
    variant('ApprovalDecidedEvent', 'approval.decided'),
    variant('ShortKeyIssuedEvent', 'short_key.issued'),
  ])
  .meta({ id: 'Event', description: 'An event of the log, discriminated by `type`.' });

export const eventsSchema = described(
  'EventList',
  'A page of events.',
  z.strictObject({ events: z.array(eventSchema) }),
  {
    events: null,
  },
);

const filterFields = {
  identity_id: filterSchema.optional(),
  aggregate_type: filterSchema.optional(),
  aggregate_id: filterSchema.optional(),
  thread_id: filterSchema.optional(),
};

const filterTexts = {
  identity_id: ABOUT_AGENT,
  aggregate_type: 'Only events about this kind of resource.',
  aggregate_id: 'Only events about the resource with this id.',
  thread_id: 'Only mail events of this conversation.',
} as const;

export const eventsQuery = explained(
  z.strictObject({
    ...pageFields,
    since: instantSchema.optional(),
    type: eventTypeSchema.optional(),
    ...filterFields,
    delivery_body: queryBoolean.optional(),
  }),
  {
    since: 'Returns events oldest first, starting after this time. With `before`: up to that time.',
    type: 'Only events of this type.',
    ...filterTexts,
    delivery_body: `Whether to include the exact body of each event’s deliveries to webhook endpoints. The limit is then at most ${MAX_DELIVERY_BODIES}.`,
  },
);

export const waitQuery = explained(
  z.strictObject({
    type: filterSchema,
    ...filterFields,
    since: instantSchema.optional(),
    timeout_ms: queryInteger(0, MAX_WAIT_TIMEOUT_MS, DEFAULT_WAIT_TIMEOUT_MS),
  }),
  {
    type: 'The type of the event.',
    ...filterTexts,
    since: 'Only events after this time: the `created_at` of the last known one. Now by default.',
    timeout_ms: 'The maximum wait in milliseconds.',
  },
);

export const waitSchema = described(
  'WaitResult',
  'The event, or none after a timeout.',
  z.strictObject({ event: eventSchema.nullable(), timed_out: z.boolean() }),
  { event: 'The first event that matches; null after a timeout.', timed_out: 'Whether the wait timed out.' },
);

export const replayedSchema = described(
  'Replayed',
  'The event is being redelivered.',
  z.strictObject({ id: z.string(), replayed: z.literal(true), delivery_ids: z.array(z.string()) }),
  {
    id: 'The event’s id.',
    replayed: 'Always true.',
    delivery_ids:
      'The deliveries that are restarted or created: one for each endpoint that the event matches. An agent key gets those of the agent’s own endpoints only.',
  },
);
