import type { z } from 'zod';
import type { Direction } from '../contact/access-rule.ts';
import { approvalDecidedPayload, approvalRequestedPayload } from './approval-payloads.ts';
import { grantPayload, identityTokenIssuedPayload, shortKeyIssuedPayload } from './credential-payloads.ts';
import {
  a2aRuleChangedPayload,
  a2aSettingsUpdatedPayload,
  invitationPayload,
  mailDraftFailedPayload,
  mailLabeledPayload,
  mailOutcomePayload,
  mailReceivedPayload,
  mailSentPayload,
  mailUnsubscribedPayload,
  sentTaskUpdatedPayload,
  taskCanceledPayload,
  taskCreatedPayload,
  taskMessagePayload,
  taskUpdatedPayload,
} from './event-payloads.ts';

/**
 * The table of events: type, kind of the aggregate, and schema of the payload. A payload key without a value is null,
 * unless the contract calls it optional: then it is absent.
 *
 * See: docs/contract/events.md#event-types; docs/contract/events.md#payload-values.
 */
export const EVENTS = {
  'mail.sent': { aggregate: 'mail_message', payload: mailSentPayload },
  'mail.received': { aggregate: 'mail_message', payload: mailReceivedPayload },
  'mail.delivered': { aggregate: 'mail_message', payload: mailOutcomePayload },
  'mail.bounced': { aggregate: 'mail_message', payload: mailOutcomePayload },
  'mail.complained': { aggregate: 'mail_message', payload: mailOutcomePayload },
  'mail.draft_failed': { aggregate: 'mail_draft', payload: mailDraftFailedPayload },
  'mail.labeled': { aggregate: 'mail_message', payload: mailLabeledPayload },
  'mail.unsubscribed': { aggregate: 'mail_message', payload: mailUnsubscribedPayload },
  'a2a.task.created': { aggregate: 'a2a_task', payload: taskCreatedPayload },
  'a2a.task.message': { aggregate: 'a2a_task', payload: taskMessagePayload },
  'a2a.task.canceled': { aggregate: 'a2a_task', payload: taskCanceledPayload },
  'a2a.sent_task.updated': { aggregate: 'a2a_task', payload: sentTaskUpdatedPayload },
  'a2a.task.updated': { aggregate: 'a2a_task', payload: taskUpdatedPayload },
  'a2a.contact_rule.changed': { aggregate: 'a2a_contact_rule', payload: a2aRuleChangedPayload },
  'a2a.settings.updated': { aggregate: 'a2a_settings', payload: a2aSettingsUpdatedPayload },
  'a2a.invitation.created': { aggregate: 'a2a_invitation', payload: invitationPayload },
  'a2a.invitation.accepted': { aggregate: 'a2a_invitation', payload: invitationPayload },
  'a2a.invitation.declined': { aggregate: 'a2a_invitation', payload: invitationPayload },
  'a2a.invitation.revoked': { aggregate: 'a2a_invitation', payload: invitationPayload },
  'identity_token.issued': { aggregate: 'identity_token', payload: identityTokenIssuedPayload },
  'grant.created': { aggregate: 'grant', payload: grantPayload },
  'grant.revoked': { aggregate: 'grant', payload: grantPayload },
  'approval.requested': { aggregate: 'approval', payload: approvalRequestedPayload },
  'approval.decided': { aggregate: 'approval', payload: approvalDecidedPayload },
  'short_key.issued': { aggregate: 'short_key', payload: shortKeyIssuedPayload },
} as const satisfies Record<string, { aggregate: string; payload: z.ZodObject }>;

export type EventType = keyof typeof EVENTS;
export type EventPayload<T extends EventType> = z.input<(typeof EVENTS)[T]['payload']>;

export const EVENT_TYPES = Object.keys(EVENTS) as [EventType, ...EventType[]];

/** The version of the schema of events and webhook bodies. See: docs/contract/conventions.md#versions. */
export const EVENT_VERSION = 1;

/** The summary of a message in a mail event, in addition to the payload. It never contains a bcc. */
export interface MessageSummary {
  id: string;
  direction: Direction;
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

/** An event of the log. Its times are in epoch milliseconds. */
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
  /** Set when the event is appended, so that all its deliveries, including replays, have the same body. */
  message: MessageSummary | null;
  agents: AgentSummary[] | null;
  createdAt: number;
  /** The first of the milliseconds that are reserved for the event's deliveries, and their number. */
  deliveryBase: number;
  deliverySlots: number;
  /** The request that appended the event. Only logs show it. */
  requestId?: string;
}

/** The part of an event that may be large. */
export type EventContent = Pick<LoggedEvent, 'payload' | 'message' | 'agents'>;

/** An event without its content: enough to decide who gets it. */
export type EventHead = Omit<LoggedEvent, keyof EventContent>;
