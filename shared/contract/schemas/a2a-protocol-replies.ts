import { z } from 'zod';
import { TASK_STATES } from '#shared/domain/a2a/task-state.ts';
import { described } from '#shared/domain/schema/described.ts';
import { jsonObjectSchema } from '#shared/domain/schema/json-object.ts';
import { messageTexts, protocolState } from './a2a-protocol.ts';
import { a2aPartSchema } from './a2a-protocol-part.ts';
import { countSchema, timestampSchema } from './common.ts';

/**
 * What the bindings of the A2A protocol return: ProtoJSON, in camelCase.
 *
 * See: A2A v1.0, a2a.proto and sections 5.5 to 5.7.
 */
const roleSchema = z
  .enum(['ROLE_USER', 'ROLE_AGENT'])
  .meta({ id: 'A2aRole', description: 'A `Role`: the sender of a message.' });

const messageSchema = described(
  'A2aMessage',
  'A `Message` of a task.',
  z.strictObject({
    messageId: z.string(),
    contextId: z.string(),
    taskId: z.string(),
    role: roleSchema,
    parts: z.array(a2aPartSchema),
    metadata: jsonObjectSchema.optional(),
    extensions: z.array(z.string()).optional(),
    referenceTaskIds: z.array(z.string()).optional(),
  }),
  { ...messageTexts, messageId: 'The sender’s own id of the message.' },
);

const statusSchema = described(
  'A2aTaskStatus',
  'A `TaskStatus`.',
  z.strictObject({
    state: z
      .enum(TASK_STATES.map(protocolState) as [string, ...string[]])
      .meta({ id: 'A2aTaskState', description: 'The protocol’s name of a task’s state.' }),
    message: messageSchema.optional(),
    timestamp: timestampSchema,
  }),
  {
    state: null,
    message: 'The agent’s message with this status.',
    timestamp: 'When the task entered this state.',
  },
);

const artifactSchema = described(
  'A2aArtifact',
  'An `Artifact` of a task.',
  z.strictObject({
    artifactId: z.string(),
    name: z.string().optional(),
    description: z.string().optional(),
    parts: z.array(a2aPartSchema),
    metadata: jsonObjectSchema.optional(),
  }),
  {
    artifactId: 'The artifact’s id, unique in its task. `result` is the task’s result.',
    name: 'A name for people.',
    description: 'What it is.',
    parts: 'Its content.',
    metadata: null,
  },
);

export const taskReplySchema = described(
  'A2aTask',
  'A `Task` of the protocol.',
  z.strictObject({
    id: z.string(),
    contextId: z.string(),
    status: statusSchema,
    artifacts: z.array(artifactSchema).optional(),
    history: z.array(messageSchema).optional(),
    metadata: jsonObjectSchema.optional(),
  }),
  {
    id: 'The task’s id.',
    contextId: 'The context that the task belongs to.',
    status: null,
    artifacts: 'The agent’s results.',
    history: 'The newest messages, oldest first.',
    metadata: null,
  },
);

export const sendReplySchema = described(
  'A2aSendMessageResponse',
  'A `SendMessageResponse`.',
  z.strictObject({ task: taskReplySchema }),
  { task: 'The task that the message created or was added to.' },
);

const statusUpdateSchema = described(
  'A2aStatusUpdate',
  'A `TaskStatusUpdateEvent`.',
  z.strictObject({ taskId: z.string(), contextId: z.string(), status: statusSchema }),
  { taskId: 'The task.', contextId: 'The task’s context.', status: null },
);

const artifactUpdateSchema = described(
  'A2aArtifactUpdate',
  'A `TaskArtifactUpdateEvent`.',
  z.strictObject({
    taskId: z.string(),
    contextId: z.string(),
    artifact: artifactSchema,
    append: z.boolean(),
    lastChunk: z.boolean(),
  }),
  {
    taskId: 'The task.',
    contextId: 'The task’s context.',
    artifact: null,
    append: 'Whether it continues an earlier one.',
    lastChunk: 'Whether it is complete.',
  },
);

export const streamReplySchema = described(
  'A2aStreamResponse',
  'A `StreamResponse`: exactly one of its members.',
  z.strictObject({
    task: taskReplySchema.optional(),
    statusUpdate: statusUpdateSchema.optional(),
    artifactUpdate: artifactUpdateSchema.optional(),
  }),
  { task: null, statusUpdate: null, artifactUpdate: null },
);

export const tasksReplySchema = described(
  'A2aTaskList',
  'A `ListTasksResponse`, most recently changed first.',
  z.strictObject({
    tasks: z.array(taskReplySchema),
    nextPageToken: z.string(),
    pageSize: countSchema,
    totalSize: countSchema,
  }),
  {
    tasks: null,
    nextPageToken: 'The `pageToken` of the next page; empty on the last page.',
    pageSize: 'The maximum number of tasks per page.',
    totalSize: 'How many tasks match.',
  },
);

const authenticationSchema = described(
  'A2aAuthentication',
  'How the service authenticates to a receiver, without the secret.',
  z.strictObject({ scheme: z.string() }),
  { scheme: 'The HTTP authentication scheme.' },
);

export const configReplySchema = described(
  'A2aPushConfig',
  'A `TaskPushNotificationConfig`, without its secrets.',
  z.strictObject({
    id: z.string(),
    taskId: z.string(),
    url: z.string(),
    authentication: authenticationSchema.optional(),
  }),
  {
    id: 'The configuration’s id.',
    taskId: 'The task that it pushes updates about.',
    url: 'The receiver.',
    authentication: null,
  },
);

export const configsReplySchema = described(
  'A2aPushConfigList',
  'A `ListTaskPushNotificationConfigsResponse`.',
  z.strictObject({ configs: z.array(configReplySchema), nextPageToken: z.string() }),
  {
    configs: null,
    nextPageToken: 'The `pageToken` of the next page; empty on the last page.',
  },
);

/** What a deletion returns. */
export const emptyReplySchema = described('A2aEmpty', 'A `google.protobuf.Empty`.', z.strictObject({}), {});

const errorStatusSchema = described(
  'A2aErrorStatus',
  'What went wrong, as a `google.rpc.Status`.',
  z.strictObject({
    code: z.int(),
    status: z.string(),
    message: z.string(),
    details: z.array(jsonObjectSchema).optional(),
  }),
  {
    code: 'The HTTP status.',
    status: 'The name of the google.rpc status.',
    message: 'A text for people.',
    details: 'What is wrong with which field, or the protocol’s reason.',
  },
);

export const protocolErrorSchema = described(
  'A2aError',
  'An error of the HTTP+JSON binding.',
  z.strictObject({ error: errorStatusSchema }),
  { error: null },
);
