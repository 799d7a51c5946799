import { z } from 'zod';
import { route } from '../route.ts';
import {
  cancelTaskBodySchema,
  getTaskQuerySchema,
  listTasksSchema,
  sendMessageSchema,
} from '../schemas/a2a-protocol.ts';
import {
  configReplySchema,
  configsReplySchema,
  emptyReplySchema,
  sendReplySchema,
  streamReplySchema,
  taskReplySchema,
  tasksReplySchema,
} from '../schemas/a2a-protocol-replies.ts';
import { listPushConfigsQuerySchema, pushConfigSchema } from '../schemas/a2a-push-config.ts';
import { agentCardSchema } from '../schemas/agent-card.ts';
import { idParams, idSchema } from '../schemas/common.ts';
import { rpcReplySchema, rpcRequestSchema } from '../schemas/json-rpc.ts';

/**
 * The A2A protocol v1.0. The path names the worker, and the key is the caller's. Both bindings work on the same tasks
 * as `/v1/a2a/tasks`.
 *
 * API Gateway does not support a path part that is only partly a parameter, so `{task}` carries `tsk_…:cancel` and
 * `tsk_…:subscribe`.
 *
 * See: docs/contract/a2a.md#protocol-bindings; A2A v1.0, sections 9 and 11.
 */
const rest = {
  group: 'a2a-protocol',
  auth: 'agent',
  params: idParams,
  status: 200,
  errors: ['resource.not_found'],
  idempotent: false,
  streamed: true,
  protocol: 'http+json',
} as const;

const taskParams = z.strictObject({ id: idSchema, task: idSchema });
const configParams = z.strictObject({ id: idSchema, task: idSchema, config: idSchema });

export const callA2a = route({
  ...rest,
  name: 'callA2a',
  longLived: true,
  protocol: 'json-rpc',
  method: 'POST',
  path: '/v1/identities/{id}/a2a/rpc',
  summary: 'A2A v1.0 over JSON-RPC: every method of the protocol. Streaming methods return server-sent events.',
  body: rpcRequestSchema,
  reply: rpcReplySchema,
  events: rpcReplySchema,
});

export const sendA2aMessage = route({
  ...rest,
  name: 'sendA2aMessage',
  longLived: true,
  method: 'POST',
  path: '/v1/identities/{id}/a2a/message:send',
  summary: 'A2A SendMessage: creates a task, or adds a message to one.',
  body: sendMessageSchema,
  reply: sendReplySchema,
});

export const streamA2aMessage = route({
  ...rest,
  name: 'streamA2aMessage',
  longLived: true,
  method: 'POST',
  path: '/v1/identities/{id}/a2a/message:stream',
  summary: 'A2A SendStreamingMessage: like SendMessage, and then streams the updates of the task.',
  body: sendMessageSchema,
  events: streamReplySchema,
});

export const listA2aTasks = route({
  ...rest,
  name: 'listA2aTasks',
  method: 'GET',
  path: '/v1/identities/{id}/a2a/tasks',
  summary: 'A2A ListTasks: the tasks that the caller has sent to this agent, most recently changed first.',
  query: listTasksSchema,
  reply: tasksReplySchema,
});

export const getA2aTask = route({
  ...rest,
  name: 'getA2aTask',
  longLived: true,
  method: 'GET',
  path: '/v1/identities/{id}/a2a/tasks/{task}',
  summary: 'A2A GetTask. `{task}:subscribe` follows the task with server-sent events.',
  params: taskParams,
  query: getTaskQuerySchema,
  reply: taskReplySchema,
  events: streamReplySchema,
});

export const actOnA2aTask = route({
  ...rest,
  name: 'actOnA2aTask',
  longLived: true,
  method: 'POST',
  path: '/v1/identities/{id}/a2a/tasks/{task}',
  summary: 'A2A CancelTask (`{task}:cancel`) and SubscribeToTask (`{task}:subscribe`).',
  params: taskParams,
  body: cancelTaskBodySchema,
  bodyOptional: true,
  reply: taskReplySchema,
  events: streamReplySchema,
});

export const createA2aPushConfig = route({
  ...rest,
  name: 'createA2aPushConfig',
  method: 'POST',
  path: '/v1/identities/{id}/a2a/tasks/{task}/pushNotificationConfigs',
  summary: 'A2A CreateTaskPushNotificationConfig: a receiver of every later update of the task.',
  params: taskParams,
  body: pushConfigSchema,
  reply: configReplySchema,
});

export const listA2aPushConfigs = route({
  ...rest,
  name: 'listA2aPushConfigs',
  method: 'GET',
  path: '/v1/identities/{id}/a2a/tasks/{task}/pushNotificationConfigs',
  summary: 'A2A ListTaskPushNotificationConfigs.',
  params: taskParams,
  query: listPushConfigsQuerySchema,
  reply: configsReplySchema,
});

export const getA2aPushConfig = route({
  ...rest,
  name: 'getA2aPushConfig',
  method: 'GET',
  path: '/v1/identities/{id}/a2a/tasks/{task}/pushNotificationConfigs/{config}',
  summary: 'A2A GetTaskPushNotificationConfig.',
  params: configParams,
  reply: configReplySchema,
});

export const deleteA2aPushConfig = route({
  ...rest,
  name: 'deleteA2aPushConfig',
  method: 'DELETE',
  path: '/v1/identities/{id}/a2a/tasks/{task}/pushNotificationConfigs/{config}',
  summary: 'A2A DeleteTaskPushNotificationConfig.',
  params: configParams,
  reply: emptyReplySchema,
});

export const getExtendedA2aCard = route({
  ...rest,
  name: 'getExtendedA2aCard',
  method: 'GET',
  path: '/v1/identities/{id}/a2a/extendedAgentCard',
  summary: 'A2A GetExtendedAgentCard: the card of an agent that the caller may send tasks to.',
  reply: agentCardSchema,
});
