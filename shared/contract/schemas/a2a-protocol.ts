import { z } from 'zod';
import { MAX_PARTS } from '#shared/domain/a2a/content.ts';
import { TASK_STATES, type TaskState } from '#shared/domain/a2a/task-state.ts';
import { described, explained } from '#shared/domain/schema/described.ts';
import { jsonObjectSchema } from '#shared/domain/schema/json-object.ts';
import { instantSchema, integer, label, MAX_INTEGER, PAGE_TOKEN, pageToken, text } from './a2a-protocol-fields.ts';
import { a2aPartSchema } from './a2a-protocol-part.ts';
import { pushConfigSchema } from './a2a-push-config.ts';

/**
 * The messages of the A2A protocol in requests, in ProtoJSON. Unknown fields are ignored, because the protocol may
 * grow. `protoJson` normalizes names, nulls and empty texts before a schema is applied.
 *
 * See: A2A v1.0, a2a.proto and sections 5.5 to 5.7.
 */
const historyLength = integer(0, MAX_INTEGER).optional();
const structSchema = jsonObjectSchema;

/** ProtoJSON: an enum's name, or its number in the proto. */
const userRole = z
  .union([z.literal('ROLE_USER'), z.literal(1)], 'ROLE_USER')
  .meta({ override: { type: 'string', const: 'ROLE_USER', anyOf: undefined } });

/** What the fields of a message are. */
export const messageTexts = {
  messageId: 'The sender’s own id of the message: a repeated id returns the task unchanged.',
  contextId: 'The context that the message belongs to.',
  taskId: 'The task that the message belongs to.',
  role: 'Who sent the message.',
  parts: 'The content.',
  metadata: null,
  extensions: 'URIs of the extensions that the message uses.',
  referenceTaskIds: 'Other tasks that the message is about.',
} as const;

const newMessageSchema = described(
  'NewA2aMessage',
  'A `Message` of the caller.',
  z.object({
    messageId: label(255),
    contextId: text(255).optional(),
    taskId: text(255).optional(),
    role: userRole,
    parts: z.array(a2aPartSchema).min(1, 'at least one part').max(MAX_PARTS, `at most ${MAX_PARTS} parts`),
    metadata: structSchema.optional(),
    extensions: z.array(text(2048)).max(64, 'at most 64').optional(),
    referenceTaskIds: z.array(text(255)).max(64, 'at most 64').optional(),
  }),
  { ...messageTexts, taskId: 'The task to add the message to. A new task by default.' },
);

const configurationSchema = described(
  'A2aSendMessageConfiguration',
  'A `SendMessageConfiguration`.',
  z.object({
    acceptedOutputModes: z.array(z.string()).max(64, 'at most 64').optional(),
    taskPushNotificationConfig: pushConfigSchema.optional(),
    historyLength,
    returnImmediately: z.boolean().optional(),
  }),
  {
    acceptedOutputModes: 'Media types that the caller accepts.',
    taskPushNotificationConfig: 'A receiver of the task’s updates.',
    historyLength: 'The maximum number of messages in the reply.',
    returnImmediately: 'Whether to return immediately, instead of waiting up to 25 s for the agent.',
  },
);

export const sendMessageSchema = described(
  'A2aSendMessageRequest',
  'A `SendMessageRequest`.',
  z.object({
    message: newMessageSchema,
    configuration: configurationSchema.optional(),
    metadata: structSchema.optional(),
  }),
  { message: null, configuration: null, metadata: null },
);

export const taskRefSchema = z.object({ id: text(255) });

const HISTORY_LENGTH = 'The maximum number of messages in the reply.';

export const getTaskQuerySchema = explained(z.object({ historyLength }), { historyLength: HISTORY_LENGTH });
export const getTaskSchema = taskRefSchema.extend(getTaskQuerySchema.shape);

export const cancelTaskBodySchema = described(
  'A2aCancelTask',
  'A `CancelTaskRequest`; its other fields are in the path.',
  z.object({ metadata: structSchema.optional() }),
  { metadata: null },
);
export const cancelTaskSchema = taskRefSchema.extend(cancelTaskBodySchema.shape);

/** The protocol's name of a state. */
export function protocolState(state: TaskState): string {
  return `TASK_STATE_${state.toUpperCase()}`;
}

/** In the order of the proto's numbers, which ProtoJSON accepts too. `null` means no filter. */
const STATES = new Map<unknown, TaskState | null>([
  ['TASK_STATE_UNSPECIFIED', null],
  [0, null],
  ...TASK_STATES.map((state) => [protocolState(state), state] as const),
  ...(
    ['submitted', 'working', 'completed', 'failed', 'canceled', 'input_required', 'rejected', 'auth_required'] as const
  ).map((state, index) => [index + 1, state] as const),
]);

const stateSchema = z
  .unknown()
  .transform((given, context): TaskState | undefined => {
    const state = STATES.get(given);
    if (state === undefined) context.addIssue({ code: 'custom', message: 'a TASK_STATE_ name of the protocol' });
    return state ?? undefined;
  })
  .meta({ override: { $ref: '#/components/schemas/A2aTaskState' } });

const MAX_PAGE_SIZE = 100;
export const DEFAULT_PAGE_SIZE = 50;

export const listTasksSchema = explained(
  z.object({
    contextId: text(255).optional(),
    status: stateSchema.optional(),
    pageSize: integer(1, MAX_PAGE_SIZE).optional(),
    pageToken,
    historyLength,
    statusTimestampAfter: instantSchema.optional(),
    includeArtifacts: z
      .boolean('true or false')
      .optional()
      .meta({ override: { type: 'boolean' } }),
  }),
  {
    contextId: 'Only tasks of this context.',
    status: 'Only tasks in this state.',
    pageSize: 'The maximum number of tasks to return; 50 by default.',
    pageToken: PAGE_TOKEN,
    historyLength: HISTORY_LENGTH,
    statusTimestampAfter: 'Only tasks with a state from this time or later.',
    includeArtifacts: 'Whether to include the artifacts.',
  },
);

export const extendedCardSchema = z.object({});
