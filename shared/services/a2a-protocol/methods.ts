import type { z } from 'zod';
import {
  cancelTaskSchema,
  extendedCardSchema,
  getTaskSchema,
  listTasksSchema,
  sendMessageSchema,
  taskRefSchema,
} from '#shared/contract/schemas/a2a-protocol.ts';
import {
  listPushConfigsSchema,
  newPushConfigSchema,
  pushConfigRefSchema,
} from '#shared/contract/schemas/a2a-push-config.ts';
import { protoJson } from '#shared/contract/schemas/proto-json.ts';
import { type FieldViolation, ProtocolError } from '#shared/domain/a2a/protocol-error.ts';
import type { Call } from './call.ts';
import { extendedCard } from './extended-card.ts';
import { beginStream } from './long-call.ts';
import {
  createPushConfig,
  deletePushConfig,
  getPushConfig,
  listPushConfigs,
  pushConfigObject,
} from './push-configs.ts';
import { send, sendMessage } from './send-message.ts';
import { taskObject } from './task-object.ts';
import { type TaskStream, taskStream } from './task-stream.ts';
import { cancelTask, getTask, listTasks, taskToFollow } from './tasks.ts';

/** The result of a method: one value, or a stream of values. */
type Result = { kind: 'one'; value: object } | ({ kind: 'stream' } & TaskStream);

type Method = (call: Call, params: unknown) => Promise<Result>;

function one<S extends z.ZodType>(schema: S, run: (call: Call, request: z.output<S>) => Promise<object>): Method {
  return async (call, params) => ({ kind: 'one', value: await run(call, parse(schema, params)) });
}

function stream<S extends z.ZodType>(
  schema: S,
  run: (call: Call, request: z.output<S>) => Promise<TaskStream>,
): Method {
  return async (call, params) => ({ kind: 'stream', ...(await run(call, parse(schema, params))) });
}

/**
 * All methods of the protocol by name, with the schemas of their parameters. Both bindings use them.
 *
 * See: A2A v1.0, section 5.3 (method mapping).
 */
export const METHODS = {
  SendMessage: one(sendMessageSchema, async (call, request) => {
    const historyLength = request.configuration?.historyLength;
    return { task: taskObject(await sendMessage(call, request), { historyLength, artifacts: true }) };
  }),
  SendStreamingMessage: stream(sendMessageSchema, async (call, request) => {
    const { historyLength } = request.configuration ?? {};
    // Before anything is sent, so that a client may repeat a refused request as it is.
    const longCall = await beginStream(call);
    try {
      return taskStream(call, await send(call, request), longCall, { historyLength, untilIdle: true });
    } catch (error) {
      await longCall.end();
      throw error;
    }
  }),
  GetTask: one(getTaskSchema, getTask),
  ListTasks: one(listTasksSchema, listTasks),
  CancelTask: one(cancelTaskSchema, cancelTask),
  SubscribeToTask: stream(taskRefSchema, async (call, { id }) => {
    const view = await taskToFollow(call, id);
    // A subscription to a task that waits for its caller stays open, so that the client sees how the task continues.
    return taskStream(call, view, await beginStream(call), { untilIdle: false });
  }),
  CreateTaskPushNotificationConfig: one(newPushConfigSchema, async (call, { taskId, ...config }) =>
    pushConfigObject(await createPushConfig(call, taskId, config)),
  ),
  GetTaskPushNotificationConfig: one(pushConfigRefSchema, async (call, { taskId, id }) =>
    pushConfigObject(await getPushConfig(call, taskId, id)),
  ),
  ListTaskPushNotificationConfigs: one(listPushConfigsSchema, listPushConfigs),
  DeleteTaskPushNotificationConfig: one(pushConfigRefSchema, async (call, { taskId, id }) => {
    await deletePushConfig(call, taskId, id);
    return {};
  }),
  GetExtendedAgentCard: one(extendedCardSchema, extendedCard),
} as const satisfies Record<string, Method>;

export type MethodName = keyof typeof METHODS;

/**
 * Parses the parameters of a method. Throws an error that names every invalid field. See: A2A v1.0, section 3.3.2
 * (validation).
 */
function parse<S extends z.ZodType>(schema: S, params: unknown): z.output<S> {
  const parsed = schema.safeParse(protoJson(params ?? {}));
  if (parsed.success) return parsed.data;
  const violations = parsed.error.issues.slice(0, 10).map(violationOf);
  throw new ProtocolError('INVALID_PARAMS', { violations });
}

function violationOf({ code, path, message }: z.core.$ZodIssue): FieldViolation {
  const missing = code === 'invalid_type' && message.endsWith('received undefined');
  const description = missing ? 'required' : message.replace(/^Invalid (?:input|option): /, '');
  return { field: path.map(String).join('.').slice(0, 200), description };
}
