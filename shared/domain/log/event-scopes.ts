import type { Scope } from '../issuer/scopes.ts';
import type { EventType } from './events.ts';

/**
 * The scope without which a credential does not see events of a type, in the log or in a wait. The events of mail and
 * of tasks have their contents, so they need the scope that reads these; `events` is for all others.
 *
 * See: docs/contract/scopes.md#events.
 */
export const EVENT_SCOPES: Readonly<Record<EventType, Scope>> = {
  'mail.sent': 'mail.read',
  'mail.received': 'mail.read',
  'mail.delivered': 'mail.read',
  'mail.bounced': 'mail.read',
  'mail.complained': 'mail.read',
  'mail.draft_failed': 'mail.read',
  'mail.labeled': 'mail.read',
  'mail.unsubscribed': 'mail.read',
  'a2a.task.created': 'tasks',
  'a2a.task.message': 'tasks',
  'a2a.task.canceled': 'tasks',
  'a2a.sent_task.updated': 'tasks',
  'a2a.task.updated': 'tasks',
  'a2a.contact_rule.changed': 'events',
  'a2a.settings.updated': 'events',
  'a2a.invitation.created': 'events',
  'a2a.invitation.accepted': 'events',
  'a2a.invitation.declined': 'events',
  'a2a.invitation.revoked': 'events',
  'grant.created': 'events',
  'grant.revoked': 'events',
  'identity_token.issued': 'events',
  'short_key.issued': 'events',
  // The final content of an edited email is in them.
  'approval.requested': 'mail.read',
  'approval.decided': 'mail.read',
};

/** The scope for a type of event; `undefined` for a type that this release does not know, which no scope shows. */
export function scopeOfEvent(type: string): Scope | undefined {
  return Object.hasOwn(EVENT_SCOPES, type) ? EVENT_SCOPES[type as EventType] : undefined;
}

/** The scopes that show some events. */
export const SCOPES_WITH_EVENTS: readonly Scope[] = [...new Set(Object.values(EVENT_SCOPES))];
