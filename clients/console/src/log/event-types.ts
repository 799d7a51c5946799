/** The event types that the filter offers. Types that a newer service adds are listed too, but cannot be chosen. */
export const EVENT_TYPES = [
  'mail.sent',
  'mail.received',
  'mail.delivered',
  'mail.bounced',
  'mail.complained',
  'a2a.task.created',
  'a2a.task.message',
  'a2a.task.canceled',
  'a2a.sent_task.updated',
  'a2a.task.updated',
  'a2a.contact_rule.changed',
  'a2a.settings.updated',
  'a2a.invitation.created',
  'a2a.invitation.accepted',
  'a2a.invitation.declined',
  'a2a.invitation.revoked',
] as const;
