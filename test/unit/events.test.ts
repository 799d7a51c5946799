import { describe, expect, test } from 'vitest';
import { EVENT_TYPES, EVENT_VERSION, EVENTS, type EventType } from '#shared/domain/log/events.ts';

const TASK = ['taskId', 'contextId', 'state'];
const INVITATION = [
  ...['invitationId', 'change', 'status', 'fromIdentityId'],
  ...['fromHandle', 'toIdentityId', 'toHandle', 'actor'],
];

const APPROVAL = ['approvalId', 'kind', 'status', 'subjectId', 'reason', 'actor'];
const GRANT = ['grantId', 'clientId', 'clientHost', 'agents', 'scopes', 'reason', 'actor'];

/** The event types of the contract (docs/contract/events.md): aggregate, keys, optional keys. */
const SPECIFIED: Record<string, { aggregate: string; keys: string[]; optional?: string[] }> = {
  'mail.sent': { aggregate: 'mail_message', keys: ['messageId', 'threadId'] },
  'mail.received': { aggregate: 'mail_message', keys: ['messageId', 'threadId', 'from', 'subject'] },
  'mail.delivered': { aggregate: 'mail_message', keys: ['messageId', 'threadId'], optional: ['detail'] },
  'mail.bounced': { aggregate: 'mail_message', keys: ['messageId', 'threadId'], optional: ['detail'] },
  'mail.complained': { aggregate: 'mail_message', keys: ['messageId', 'threadId'], optional: ['detail'] },
  'mail.draft_failed': { aggregate: 'mail_draft', keys: ['draftId', 'code', 'reason', 'sendAt'] },
  'mail.labeled': { aggregate: 'mail_message', keys: ['messageId', 'threadId', 'labels', 'added', 'removed'] },
  'mail.unsubscribed': { aggregate: 'mail_message', keys: ['messageId', 'threadId', 'recipient'] },
  'a2a.task.created': {
    aggregate: 'a2a_task',
    keys: [...TASK, 'callerIdentityId', 'caller', 'message', 'messageId', 'parts'],
  },
  'a2a.task.message': { aggregate: 'a2a_task', keys: [...TASK, 'caller', 'messageId', 'parts'] },
  'a2a.task.canceled': { aggregate: 'a2a_task', keys: [...TASK, 'callerIdentityId', 'caller'] },
  'a2a.sent_task.updated': { aggregate: 'a2a_task', keys: [...TASK, 'result', 'worker', 'messageId', 'parts'] },
  'a2a.task.updated': { aggregate: 'a2a_task', keys: [...TASK, 'result'] },
  'a2a.contact_rule.changed': {
    aggregate: 'a2a_contact_rule',
    keys: ['change', 'ruleId', 'identityId', 'handle', 'action', 'direction', 'actor'],
    optional: ['previous', 'via'],
  },
  'a2a.settings.updated': { aggregate: 'a2a_settings', keys: ['identityId', 'changes', 'actor'] },
  'a2a.invitation.created': { aggregate: 'a2a_invitation', keys: INVITATION },
  'a2a.invitation.accepted': { aggregate: 'a2a_invitation', keys: INVITATION },
  'a2a.invitation.declined': { aggregate: 'a2a_invitation', keys: INVITATION },
  'a2a.invitation.revoked': { aggregate: 'a2a_invitation', keys: INVITATION },
  'identity_token.issued': { aggregate: 'identity_token', keys: ['identityId', 'audience', 'jti', 'expiresAt'] },
  'grant.created': { aggregate: 'grant', keys: GRANT },
  'grant.revoked': { aggregate: 'grant', keys: GRANT },
  'approval.requested': { aggregate: 'approval', keys: [...APPROVAL, 'reasons'] },
  'approval.decided': { aggregate: 'approval', keys: APPROVAL, optional: ['content'] },
  'short_key.issued': {
    aggregate: 'short_key',
    keys: ['identityId', 'shortKeyId', 'trustedIssuerId', 'issuer', 'subject', 'scopes', 'expiresAt'],
  },
};

const AGENT = { identityId: 'agt_1', handle: 'bot', displayName: 'Bot' };
/** A value for each payload key. */
const VALUES: Record<string, unknown> = {
  from: 'ada@example.com',
  detail: { recipient: 'ada@example.com', diagnostic: '550' },
  caller: AGENT,
  worker: AGENT,
  parts: [{ text: 'hello' }],
  result: null,
  previous: { action: 'allow' },
  changes: { filter_mode: { from: 'allowlist', to: 'blocklist' } },
  actor: { actorType: 'user', actorId: 'key_1' },
  state: 'working',
  status: 'accepted',
  action: 'allow',
  direction: 'both',
  via: 'invitation',
  agents: ['agt_1'],
  scopes: ['mail.read'],
  reason: 'client_request',
  kind: 'mail',
  labels: ['todo', 'vip'],
  added: ['vip'],
  removed: [],
  reasons: [{ code: 'first_contact', address: 'ada@example.com' }],
  content: { subject: 'Hello', text: 'text', html: null, to: ['ada@example.com'], cc: [], bcc: [] },
};
/** The payloads of rules and invitations have different values of `change`. */
const changeOf = (keys: readonly string[]) => (keys.includes('ruleId') ? 'created' : 'accepted');
const statusOf = (keys: readonly string[]) => (keys.includes('approvalId') ? 'approved' : VALUES.status);
const payloadOf = (keys: readonly string[], change = changeOf(keys)) =>
  Object.fromEntries(keys.map((key) => [key, { ...VALUES, change, status: statusOf(keys) }[key] ?? 'text']));

describe('the table of events', () => {
  test('The table of events has exactly the event types of the contract', () => {
    expect([...EVENT_TYPES].sort()).toEqual(Object.keys(SPECIFIED).sort());
    expect(EVENT_VERSION).toBe(1);
  });

  describe.each(EVENT_TYPES.map((type) => [type] as [EventType]))('%s', (type) => {
    const { aggregate, keys, optional = [] } = SPECIFIED[type] ?? { aggregate: '', keys: [] };
    const schema = EVENTS[type].payload;

    test(`The event type ${type} has the aggregate and payload keys of the contract`, () => {
      expect(EVENTS[type].aggregate).toBe(aggregate);
      expect(Object.keys(schema.shape).sort()).toEqual([...keys, ...optional].sort());
    });

    test(`The schema of ${type} accepts a payload of these keys, with and without the optional ones`, () => {
      expect(schema.safeParse(payloadOf(keys)).error).toBeUndefined();
      expect(schema.safeParse(payloadOf([...keys, ...optional])).error).toBeUndefined();
    });

    test(`The schema of ${type} refuses a payload with a missing or an unknown key`, () => {
      for (const key of keys) {
        expect(
          schema.safeParse(
            payloadOf(
              keys.filter((one) => one !== key),
              changeOf(keys),
            ),
          ).success,
          key,
        ).toBe(false);
      }
      expect(schema.safeParse({ ...payloadOf(keys), bcc: 'hidden@example.com' }).success).toBe(false);
    });
  });
});
