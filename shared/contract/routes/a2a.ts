import { route } from '../route.ts';
import {
  cancelTaskBody,
  claimTaskBody,
  createTaskBody,
  replyToTaskBody,
  taskMessageBody,
  taskQuery,
  tasksQuery,
} from '../schemas/a2a-task.ts';
import { taskClaimSchema, taskSchema, tasksSchema } from '../schemas/a2a-task-record.ts';
import { idParams } from '../schemas/common.ts';

/** Tasks between agents. Agents act on them; organizations can read them. */
const group = { group: 'a2a' } as const;

export const createTask = route({
  ...group,
  name: 'createTask',
  method: 'POST',
  path: '/v1/a2a/tasks',
  auth: 'agent',
  summary: 'Sends a task to another agent.',
  body: createTaskBody,
  status: 201,
  duplicateStatus: 200,
  otherReply: { status: 202, reply: taskSchema },
  reply: taskSchema,
  errors: ['resource.not_found', 'usage.storage_limit'],
});

export const listTasks = route({
  ...group,
  name: 'listTasks',
  method: 'GET',
  path: '/v1/a2a/tasks',
  auth: 'any-key',
  summary: 'Lists tasks, newest first. An agent key sees its own agent’s.',
  query: tasksQuery,
  status: 200,
  reply: tasksSchema,
});

export const getTask = route({
  ...group,
  name: 'getTask',
  method: 'GET',
  path: '/v1/a2a/tasks/{id}',
  auth: 'resource-agent',
  resources: [{ load: 'task', named: 'id', foreign: 404 }],
  summary: 'Returns a task. Only its two agents and their organizations can read it.',
  params: idParams,
  query: taskQuery,
  status: 200,
  reply: taskSchema,
});

export const claimTask = route({
  ...group,
  name: 'claimTask',
  method: 'POST',
  path: '/v1/a2a/tasks/{id}/claim',
  resources: [{ load: 'task', named: 'id', foreign: 404 }],
  rowRules: ['task-role'],
  auth: 'agent',
  summary: 'Claims a task for a worker, or renews its claim, with the worker’s key.',
  params: idParams,
  body: claimTaskBody,
  status: 200,
  reply: taskClaimSchema,
  errors: ['a2a.task_terminal', 'a2a.task_waiting', 'a2a.task_claimed'],
});

export const replyToTask = route({
  ...group,
  name: 'replyToTask',
  method: 'POST',
  path: '/v1/a2a/tasks/{id}/reply',
  resources: [{ load: 'task', named: 'id', foreign: 404 }],
  rowRules: ['task-role'],
  auth: 'agent',
  summary: 'Replies to a task and sets its state, with the worker’s key.',
  params: idParams,
  body: replyToTaskBody,
  status: 200,
  reply: taskSchema,
  errors: ['a2a.task_terminal', 'a2a.task_claimed', 'usage.storage_limit'],
});

export const addTaskMessage = route({
  ...group,
  name: 'addTaskMessage',
  method: 'POST',
  path: '/v1/a2a/tasks/{id}/messages',
  resources: [{ load: 'task', named: 'id', foreign: 404 }],
  rowRules: ['task-role'],
  auth: 'agent',
  summary: 'Adds a message to a task, with the caller’s key.',
  params: idParams,
  body: taskMessageBody,
  status: 200,
  reply: taskSchema,
  errors: ['a2a.task_terminal', 'usage.storage_limit'],
});

export const cancelTask = route({
  ...group,
  name: 'cancelTask',
  method: 'POST',
  path: '/v1/a2a/tasks/{id}/cancel',
  resources: [{ load: 'task', named: 'id', foreign: 404 }],
  rowRules: ['task-role'],
  auth: 'agent',
  summary: 'Cancels a task, with the caller’s key.',
  params: idParams,
  body: cancelTaskBody,
  bodyOptional: true,
  status: 200,
  reply: taskSchema,
  errors: ['a2a.task_terminal'],
});
