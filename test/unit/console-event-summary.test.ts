import fc from 'fast-check';
import { expect, test } from 'vitest';
import { summaryOf, toneOfEvent } from '#clients/console/src/log/event-summary.ts';
import type { Event } from '#clients/typescript/src/index.ts';
import { EVENT_TYPES, EVENTS, type EventPayload, type EventType } from '#shared/domain/log/events.ts';
import { anyEvent } from '../support/records-of-others.ts';

const OF_MAIL = { messageId: 'msg_1', threadId: 'thr_1' };
const OF_TASK = { taskId: 'tsk_1', contextId: 'ctx_1' };
const SUPPORT = { identityId: 'agt_1', handle: 'support', displayName: 'Support' };
const OF_INVITATION = {
  invitationId: 'inv_1',
  fromIdentityId: 'agt_1',
  fromHandle: 'support',
  toIdentityId: 'agt_2',
  toHandle: 'research',
  actor: { actorType: 'agent', actorId: 'agt_1' },
};
const OF_GRANT = {
  grantId: 'gra_1',
  clientId: 'client',
  clientHost: 'claude.ai',
  agents: ['agt_1'],
  scopes: ['mail.read'],
  actor: { actorType: 'user', actorId: 'usr_1' },
};
const OF_APPROVAL = { approvalId: 'apr_1', kind: 'mail', subjectId: 'msg_1', actor: null };

/** A payload of each type, and what the log says of it. */
const EXAMPLES: { readonly [T in EventType]: readonly [payload: object, summary: string] } = {
  'mail.sent': [OF_MAIL, 'Accepted by the mail provider'],
  'mail.received': [{ ...OF_MAIL, from: 'ada@example.com', subject: '' }, 'ada@example.com · (no subject)'],
  'mail.delivered': [{ ...OF_MAIL, detail: { recipient: 'ada@example.com' } }, 'ada@example.com'],
  'mail.bounced': [
    { ...OF_MAIL, detail: { recipient: 'ada@example.com', bounce_type: 'Permanent', diagnostic: '550 unknown' } },
    'ada@example.com · 550 unknown',
  ],
  'mail.complained': [{ ...OF_MAIL, detail: { recipient: 'ada@example.com' } }, 'ada@example.com · Marked as spam'],
  'mail.draft_failed': [
    {
      draftId: 'drf_1',
      code: 'usage.email_limit',
      reason: 'The daily limit is reached.',
      sendAt: '2026-11-28T08:00:00Z',
    },
    'Not sent at its time · The daily limit is reached.',
  ],
  'mail.labeled': [{ ...OF_MAIL, labels: ['later', 'vip'], added: ['vip'], removed: [] }, 'later, vip'],
  'mail.unsubscribed': [
    { ...OF_MAIL, recipient: 'ada@example.com' },
    'ada@example.com · The agent can no longer write to it',
  ],
  'a2a.task.created': [
    {
      ...OF_TASK,
      state: 'submitted',
      callerIdentityId: 'agt_1',
      caller: SUPPORT,
      message: 'Find the order.',
      messageId: 'm-1',
      parts: [{ text: 'Find the order.' }],
    },
    'Support · Find the order.',
  ],
  'a2a.task.message': [
    { ...OF_TASK, state: 'working', caller: SUPPORT, messageId: 'm-1', parts: [{ text: 'Order 4711.' }] },
    'Support · Order 4711.',
  ],
  'a2a.task.canceled': [
    { ...OF_TASK, state: 'canceled', callerIdentityId: 'agt_1', caller: SUPPORT },
    'Support · Canceled by its caller',
  ],
  'a2a.sent_task.updated': [
    { ...OF_TASK, state: 'input_required', result: null, worker: SUPPORT, messageId: null, parts: [] },
    'Support · Input required',
  ],
  'a2a.task.updated': [{ ...OF_TASK, state: 'completed', result: null }, 'Completed'],
  'a2a.contact_rule.changed': [
    {
      change: 'created',
      ruleId: 'crl_1',
      identityId: 'agt_1',
      handle: 'research',
      action: 'allow',
      direction: 'inbound',
      actor: { actorType: 'agent', actorId: 'agt_1' },
    },
    'Rule created · Allow inbound tasks · research',
  ],
  'a2a.settings.updated': [
    {
      identityId: 'agt_1',
      changes: { accept_tasks: { from: false, to: true } },
      actor: { actorType: 'agent', actorId: 'agt_1' },
    },
    'Accept tasks',
  ],
  'a2a.invitation.created': [{ ...OF_INVITATION, change: 'pending', status: 'pending' }, 'support → research'],
  'a2a.invitation.accepted': [{ ...OF_INVITATION, change: 'accepted', status: 'accepted' }, 'support → research'],
  'a2a.invitation.declined': [{ ...OF_INVITATION, change: 'declined', status: 'declined' }, 'support → research'],
  'a2a.invitation.revoked': [{ ...OF_INVITATION, change: 'revoked', status: 'revoked' }, 'support → research'],
  'identity_token.issued': [
    { identityId: 'agt_1', audience: 'https://api.example.com', jti: 'x', expiresAt: '2026-11-28T08:00:00Z' },
    'For https://api.example.com',
  ],
  'grant.created': [{ ...OF_GRANT, reason: null }, 'claude.ai · 1 agent · mail.read'],
  'grant.revoked': [{ ...OF_GRANT, reason: 'token_reused' }, 'claude.ai · 1 agent · mail.read · Token reused'],
  'approval.requested': [
    {
      ...OF_APPROVAL,
      status: 'pending',
      reason: null,
      reasons: [{ code: 'first_contact', address: 'ada@example.com' }],
    },
    'Mail waits for a person · First contact: ada@example.com',
  ],
  'approval.decided': [
    { ...OF_APPROVAL, status: 'denied', reason: 'Not this customer.' },
    'Mail denied · Not this customer.',
  ],
  'short_key.issued': [
    {
      identityId: 'agt_1',
      shortKeyId: 'shk_1',
      trustedIssuerId: 'tri_1',
      issuer: 'https://token.actions.githubusercontent.com',
      subject: 'repo:acme/bot',
      scopes: ['mail.read'],
      expiresAt: '2026-11-28T08:00:00Z',
    },
    'repo:acme/bot · https://token.actions.githubusercontent.com',
  ],
};

const eventWith = (type: EventType, payload: object) => ({ type, payload }) as unknown as Event;

test('The log says of every type of event in one line what happened', () => {
  expect(Object.keys(EXAMPLES).sort()).toEqual([...EVENT_TYPES].sort());
  for (const type of EVENT_TYPES) {
    const [payload, summary] = EXAMPLES[type];
    const parsed = EVENTS[type].payload.parse(payload) as EventPayload<EventType>;
    expect([type, summaryOf(eventWith(type, parsed))]).toEqual([type, summary]);
  }
});

test('What went wrong is marked as a failure, what needs a person as a warning, and nothing else', () => {
  const tone = (type: EventType, more: object = {}) => toneOfEvent(eventWith(type, { ...EXAMPLES[type][0], ...more }));
  expect(EVENT_TYPES.filter((type) => tone(type) === 'failure')).toEqual([
    'mail.bounced',
    'mail.complained',
    'mail.draft_failed',
  ]);
  expect(EVENT_TYPES.filter((type) => tone(type) === 'warning')).toEqual([
    'a2a.sent_task.updated',
    'approval.requested',
  ]);
  expect(tone('a2a.task.updated', { state: 'failed' })).toBe('failure');
  expect(tone('approval.decided', { status: 'failed' })).toBe('failure');
});

test('No payload of a later release makes the log fail', () => {
  fc.assert(
    fc.property(anyEvent(0), (event) => {
      expect(typeof summaryOf(event as unknown as Event)).toBe('string');
      toneOfEvent(event as unknown as Event);
    }),
  );
});
