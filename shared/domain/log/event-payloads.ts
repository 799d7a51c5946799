import { z } from 'zod';
import { invitationStatusSchema } from '../a2a/invitation-status.ts';
import { taskStateSchema } from '../a2a/task-state.ts';
import { ruleActionSchema, ruleDirectionSchema, ruleOriginSchema } from '../contact/access-rule.ts';
import { described } from '../schema/described.ts';
import { jsonObjectSchema } from '../schema/json-object.ts';
import { actor } from './event-actor.ts';

/**
 * The schemas of the payloads of events. Their keys are in camelCase, as the contract says.
 *
 * See: docs/contract/events.md#event-types; docs/contract/events.md#payload-values.
 */
const text = z.string();
const texts = z.array(text);
const agentReference = described(
  'EventAgent',
  'An agent that an event names.',
  z.strictObject({ identityId: text, handle: text, displayName: text }),
  { identityId: 'The agent’s id.', handle: 'Its handle.', displayName: 'The name that people see.' },
);
/** Parts in the form of the A2A protocol. They were validated when they were sent. */
const parts = z
  .array(z.record(z.string(), z.unknown()))
  .meta({ override: { items: { $ref: '#/components/schemas/A2aPart' } } });
const outcomeDetail = z.looseObject({ recipient: text }).meta({
  id: 'MailOutcomeDetail',
  description: 'The recipient of an outcome, and the provider’s diagnosis.',
  fields: { recipient: 'The address of the recipient.' },
});

const ofMail = { messageId: 'The message.', threadId: 'The conversation it belongs to.' } as const;
const ofTask = { taskId: 'The task.', contextId: 'The task’s context.', state: null } as const;
const ofCaller = {
  callerIdentityId: 'The agent that sent the task.',
  caller: 'The agent that sent the task.',
} as const;
const ofMessage = { messageId: 'The sender’s own id of the message.', parts: 'The content of the message.' } as const;

export const mailOutcomePayload = described(
  'MailOutcomePayload',
  'The outcome of a message for one recipient.',
  z.strictObject({ messageId: text, threadId: text, detail: outcomeDetail.optional() }),
  { ...ofMail, detail: null },
);

export const mailDraftFailedPayload = described(
  'MailDraftFailedPayload',
  'A scheduled draft that was not sent at its time, and is a draft again.',
  z.strictObject({ draftId: text, code: text, reason: text, sendAt: text }),
  {
    draftId: 'The draft.',
    code: 'The error code with which a request to send it would have been refused.',
    reason: 'Why, as a text for people.',
    sendAt: 'When it was to be sent.',
  },
);

export const mailUnsubscribedPayload = described(
  'MailUnsubscribedPayload',
  'A recipient who has unsubscribed: the agent can no longer write to it.',
  z.strictObject({ messageId: text, threadId: text, recipient: text }),
  { ...ofMail, recipient: 'The address of the recipient.' },
);

export const mailLabeledPayload = described(
  'MailLabeledPayload',
  'The labels of a message were changed.',
  z.strictObject({ messageId: text, threadId: text, labels: texts, added: texts, removed: texts }),
  {
    ...ofMail,
    labels: 'Its labels after the change, in order.',
    added: 'Those that were added.',
    removed: 'Those that were removed.',
  },
);

export const invitationPayload = described(
  'InvitationPayload',
  'A step of an invitation.',
  z.strictObject({
    invitationId: text,
    change: invitationStatusSchema,
    status: invitationStatusSchema,
    fromIdentityId: text,
    fromHandle: text,
    toIdentityId: text,
    toHandle: text,
    actor,
  }),
  {
    invitationId: 'The invitation.',
    change: 'What happened: the new status.',
    status: null,
    fromIdentityId: 'The agent that invites.',
    fromHandle: 'Its handle.',
    toIdentityId: 'The agent that is invited.',
    toHandle: 'Its handle.',
    actor: null,
  },
);

const settingChange = described(
  'SettingChange',
  'A setting before and after a change.',
  z.strictObject({ from: z.unknown(), to: z.unknown() }),
  { from: 'The value before.', to: 'The value after.' },
);

const settingChanges = z
  .record(z.string(), settingChange)
  .meta({ id: 'SettingChanges', description: 'The changed settings by name.' });

export const mailSentPayload = described(
  'MailSentPayload',
  'A message was accepted by the mail provider.',
  z.strictObject({ messageId: text, threadId: text }),
  ofMail,
);

export const mailReceivedPayload = described(
  'MailReceivedPayload',
  'A message was received.',
  z.strictObject({ messageId: text, threadId: text, from: text, subject: text }),
  { ...ofMail, from: 'The address of the sender.', subject: 'The subject.' },
);

export const taskCreatedPayload = described(
  'TaskCreatedPayload',
  'A task was sent to the agent.',
  z.strictObject({
    taskId: text,
    contextId: text,
    state: taskStateSchema,
    callerIdentityId: text,
    caller: agentReference,
    message: text.nullable(),
    messageId: text,
    parts,
  }),
  { ...ofTask, ...ofCaller, ...ofMessage, message: 'The texts of the message, joined.' },
);

export const taskMessagePayload = described(
  'TaskMessagePayload',
  'The caller added a message to a task.',
  z.strictObject({
    taskId: text,
    contextId: text,
    state: taskStateSchema,
    caller: agentReference,
    messageId: text,
    parts,
  }),
  { ...ofTask, ...ofMessage, caller: ofCaller.caller },
);

export const taskCanceledPayload = described(
  'TaskCanceledPayload',
  'The caller canceled a task.',
  z.strictObject({
    taskId: text,
    contextId: text,
    state: taskStateSchema,
    callerIdentityId: text,
    caller: agentReference,
  }),
  { ...ofTask, ...ofCaller },
);

export const sentTaskUpdatedPayload = described(
  'SentTaskUpdatedPayload',
  'The worker replied to a task that the agent sent.',
  z.strictObject({
    taskId: text,
    contextId: text,
    state: taskStateSchema,
    result: z.unknown().nullable(),
    worker: agentReference,
    messageId: text.nullable(),
    parts,
  }),
  {
    ...ofTask,
    result: 'The result, any JSON value.',
    worker: 'The agent that the task is for.',
    messageId: 'The worker’s message.',
    parts: 'The content of the message.',
  },
);

export const taskUpdatedPayload = described(
  'TaskUpdatedPayload',
  'The agent replied to a task.',
  z.strictObject({ taskId: text, contextId: text, state: taskStateSchema, result: z.unknown().nullable() }),
  { ...ofTask, result: 'The result, any JSON value.' },
);

const ruleChangeSchema = z
  .enum(['created', 'updated', 'deleted'])
  .meta({ id: 'RuleChange', description: 'What happened to a rule.' });

export const a2aRuleChangedPayload = described(
  'A2aRuleChangedPayload',
  'An A2A rule was created, updated or deleted.',
  z.strictObject({
    change: ruleChangeSchema,
    ruleId: text,
    identityId: text,
    handle: text,
    action: ruleActionSchema,
    direction: ruleDirectionSchema,
    previous: jsonObjectSchema.optional(),
    actor,
    via: ruleOriginSchema.optional(),
  }),
  {
    change: null,
    ruleId: 'The rule.',
    identityId: 'The agent that the rule is for.',
    handle: 'The handle of the other agent.',
    action: null,
    direction: 'The tasks that the rule applies to.',
    previous: 'The rule before the change, if it was updated.',
    actor: null,
    via: null,
  },
);

export const a2aSettingsUpdatedPayload = described(
  'A2aSettingsUpdatedPayload',
  'The A2A settings of an agent were changed.',
  z.strictObject({ identityId: text, changes: settingChanges, actor }),
  { identityId: 'The agent.', changes: null, actor: null },
);
