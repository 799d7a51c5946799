import { z } from 'zod';

/**
 * The catalogue of events: name, what it is about, and the keys of its payload (camelCase, as specified).
 * A key without a value is present as null, unless the specification calls it optional: then it is absent.
 *
 * Rule: specification, Event types; shapes, Exact answers (payload value types).
 */
const text = z.string();
const agentReference = z.strictObject({ identityId: text, handle: text, displayName: text });
const actor = z.strictObject({ actorType: z.enum(['user', 'agent']), actorId: text });
const parts = z.array(z.record(z.string(), z.unknown()));
const outcomeDetail = z.looseObject({ recipient: text });

const mailOutcome = z.strictObject({ messageId: text, threadId: text, detail: outcomeDetail.optional() });

const invitation = z.strictObject({
  invitationId: text,
  change: text,
  status: text,
  fromIdentityId: text,
  fromHandle: text,
  toIdentityId: text,
  toHandle: text,
  actor,
});

const ruleRecord = z.record(z.string(), z.unknown());

export const EVENTS = {
  'mail.sent': { aggregate: 'mail_message', payload: z.strictObject({ messageId: text, threadId: text }) },
  'mail.received': {
    aggregate: 'mail_message',
    payload: z.strictObject({ messageId: text, threadId: text, from: text, subject: text }),
  },
  'mail.delivered': { aggregate: 'mail_message', payload: mailOutcome },
  'mail.bounced': { aggregate: 'mail_message', payload: mailOutcome },
  'mail.complained': { aggregate: 'mail_message', payload: mailOutcome },
  'a2a.task.created': {
    aggregate: 'a2a_task',
    payload: z.strictObject({
      taskId: text,
      contextId: text,
      state: text,
      callerIdentityId: text,
      caller: agentReference,
      message: text.nullable(),
      messageId: text,
      parts,
    }),
  },
  'a2a.task.message': {
    aggregate: 'a2a_task',
    payload: z.strictObject({
      taskId: text,
      contextId: text,
      state: text,
      caller: agentReference,
      messageId: text,
      parts,
    }),
  },
  'a2a.task.canceled': {
    aggregate: 'a2a_task',
    payload: z.strictObject({
      taskId: text,
      contextId: text,
      state: text,
      callerIdentityId: text,
      caller: agentReference,
    }),
  },
  'a2a.sent_task.updated': {
    aggregate: 'a2a_task',
    payload: z.strictObject({
      taskId: text,
      contextId: text,
      state: text,
      result: z.unknown().nullable(),
      worker: agentReference,
      messageId: text.nullable(),
      parts,
    }),
  },
  'a2a.task.updated': {
    aggregate: 'a2a_task',
    payload: z.strictObject({ taskId: text, contextId: text, state: text, result: z.unknown().nullable() }),
  },
  'a2a.contact_rule.changed': {
    aggregate: 'a2a_contact_rule',
    payload: z.strictObject({
      change: z.enum(['created', 'updated', 'deleted']),
      ruleId: text,
      identityId: text,
      handle: text,
      action: text,
      direction: text,
      previous: ruleRecord.optional(),
      actor,
      via: text.optional(),
    }),
  },
  'a2a.settings.updated': {
    aggregate: 'a2a_settings',
    payload: z.strictObject({
      identityId: text,
      changes: z.record(z.string(), z.strictObject({ from: z.unknown(), to: z.unknown() })),
      actor,
    }),
  },
  'a2a.invitation.created': { aggregate: 'a2a_invitation', payload: invitation },
  'a2a.invitation.accepted': { aggregate: 'a2a_invitation', payload: invitation },
  'a2a.invitation.declined': { aggregate: 'a2a_invitation', payload: invitation },
  'a2a.invitation.revoked': { aggregate: 'a2a_invitation', payload: invitation },
} as const satisfies Record<string, { aggregate: string; payload: z.ZodObject }>;

export type EventType = keyof typeof EVENTS;
export type EventPayload<T extends EventType> = z.input<(typeof EVENTS)[T]['payload']>;

export const EVENT_TYPES = Object.keys(EVENTS) as [EventType, ...EventType[]];

/** Version of the schema of an event and of a webhook body. Rule: specification, Versioning. */
export const EVENT_VERSION = 1;

/** What a mail event tells of its message beside the payload. It never contains a bcc. */
export interface MessageSummary {
  id: string;
  direction: 'inbound' | 'outbound';
  from: { address: string }[];
  subject: string;
  snippet: string;
  has_attachments: boolean;
}

/** An agent that an event names. */
export interface AgentSummary {
  id: string;
  handle: string;
  display_name: string;
}

/** A logged event as the rows hold it: times in epoch milliseconds. */
export interface LoggedEvent {
  id: string;
  organizationId: string;
  type: string;
  version: number;
  identityId: string | null;
  aggregateType: string | null;
  aggregateId: string | null;
  threadId: string | null;
  payload: Record<string, unknown>;
  /** Fixed when the event is appended, so that every delivery of it has the same body, replays included. */
  message: MessageSummary | null;
  agents: AgentSummary[] | null;
  createdAt: number;
  /** First of the milliseconds that were reserved for this event's deliveries, and how many. */
  deliveryBase: number;
  deliverySlots: number;
}
