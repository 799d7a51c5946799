import type { AreaRows } from './row-description.ts';

/** A2A: tasks, settings, rules, invitations and the directory. */
export const A2A_ROWS: AreaRows<'task' | 'taskList' | 'a2aSettings' | 'a2aRule' | 'invitation' | 'directory'> = {
  task: [
    { row: 'task', pk: '<task>', sk: '`TASK`', files: ['a2a/task.ts'] },
    {
      row: 'message of a task',
      pk: '<task>',
      sk: 'message id',
      files: ['a2a/task-content.ts'],
      personal: 'what the agents write',
    },
    {
      row: 'metadata, result, artifacts of a task',
      pk: '<task>',
      sk: '`CONTENT`',
      files: ['a2a/task-content.ts'],
      personal: 'what the agents write',
    },
    {
      row: 'step of a task: what it changed',
      pk: '<task>',
      sk: '`STEP#`, version after it',
      files: ['a2a/task-step.ts'],
      personal: 'what the agents write',
    },
    { row: 'claim of a task', pk: '<task>', sk: '`CLAIM`', files: ['a2a/task-claim.ts'] },
    {
      row: 'push notification configuration of a task',
      pk: '<task>',
      sk: '`PUSH#`, its id',
      files: ['a2a/push-config.ts'],
    },
    {
      row: 'agents of a context; a task of the context',
      pk: '<context>',
      sk: '`CONTEXT`; task id',
      files: ['a2a/task-context.ts', 'a2a/task-list.ts'],
    },
  ],
  taskList: [
    { row: 'task of an agent or an organization', pk: '<identity or org>', sk: 'task id', files: ['a2a/task-list.ts'] },
    {
      row: 'open task of an agent or an organization',
      pk: '<identity or org>#OPEN',
      sk: 'task id',
      files: ['a2a/task-list.ts'],
    },
    {
      row: 'task of a pair of agents, with its present state',
      pk: '<identity>#TO#<identity>',
      sk: 'task id',
      files: ['a2a/caller-worker-task.ts'],
    },
    {
      row: 'guard of a sender’s `message_id`',
      pk: '<identity>',
      sk: '`SENT#`, sha256 of the id',
      files: ['a2a/task-list.ts'],
    },
    {
      row: 'context of two agents, by the client’s id',
      pk: '<identity>#AND#<identity>',
      sk: '`CONTEXT#`, sha256 of the id',
      files: ['a2a/task-context.ts'],
    },
  ],
  a2aSettings: [
    { row: 'A2A settings', pk: '<identity>', sk: '`SETTINGS`', files: ['a2a/a2a-settings.ts', 'a2a/a2a-policy.ts'] },
  ],
  a2aRule: [
    { row: 'A2A rule as listed', pk: '<org>', sk: 'rule id', files: ['a2a/a2a-rule.ts'] },
    {
      row: 'A2A rule by its terms, and guard against a duplicate',
      pk: '<identity>',
      sk: 'handle, direction, action',
      files: ['a2a/a2a-rule.ts'],
    },
  ],
  invitation: [
    {
      row: 'invitation (one copy for each party)',
      pk: '<org>',
      sk: 'invitation id',
      files: ['a2a/a2a-invitation.ts'],
      personal: 'note',
    },
    {
      row: 'guard: one pending invitation from one agent to another',
      pk: '<identity>#TO#<identity>',
      sk: '`PENDING`',
      files: ['a2a/a2a-invitation-limits.ts'],
    },
    {
      row: 'invitations of a day from one organization to another',
      pk: '<org>#FROM#<org>',
      sk: 'UTC date',
      files: ['a2a/a2a-invitation-limits.ts'],
    },
  ],
  directory: [
    { row: 'agent in the directory', pk: '<shard>', sk: 'time of the listing', files: ['a2a/a2a-directory.ts'] },
  ],
};
