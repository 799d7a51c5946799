import { z } from 'zod';

/**
 * The objects of the A2A protocol as a server must send them: required fields, camelCase names, enumerations by name,
 * times in UTC with milliseconds. They are strict, so that a misspelled field fails.
 *
 * See: A2A v1.0, a2a.proto, sections 4 and 5.5 to 5.7.
 */
const STATES = [
  'TASK_STATE_SUBMITTED',
  'TASK_STATE_WORKING',
  'TASK_STATE_COMPLETED',
  'TASK_STATE_FAILED',
  'TASK_STATE_CANCELED',
  'TASK_STATE_INPUT_REQUIRED',
  'TASK_STATE_REJECTED',
  'TASK_STATE_AUTH_REQUIRED',
] as const;

const text = z.string().min(1);
const struct = z.record(z.string(), z.unknown());
const timestamp = z.string().regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
const KINDS = ['text', 'raw', 'url', 'data'];

const part = z
  .strictObject({
    text: z.string().optional(),
    raw: z.base64().optional(),
    url: z.url().optional(),
    data: z.unknown().optional(),
    metadata: struct.optional(),
    filename: text.optional(),
    mediaType: text.optional(),
  })
  .refine((given) => KINDS.filter((kind) => kind in given).length === 1, 'exactly one content');

const message = z.strictObject({
  messageId: text,
  contextId: text,
  taskId: text,
  role: z.enum(['ROLE_USER', 'ROLE_AGENT']),
  parts: z.array(part).min(1),
  metadata: struct.optional(),
  extensions: z.array(text).optional(),
  referenceTaskIds: z.array(text).optional(),
});

const status = z.strictObject({ state: z.enum(STATES), message: message.optional(), timestamp });

const artifact = z.strictObject({
  artifactId: text,
  name: text.optional(),
  description: text.optional(),
  parts: z.array(part).min(1),
  metadata: struct.optional(),
  extensions: z.array(text).optional(),
});

const task = z.strictObject({
  id: text,
  contextId: text,
  status,
  artifacts: z.array(artifact).optional(),
  history: z.array(message).optional(),
  metadata: struct.optional(),
});

const place = { taskId: text, contextId: text, metadata: struct.optional() };

/** The content of streams and push notifications: exactly one of these members. */
export const streamResponse = z.union([
  z.strictObject({ task }),
  z.strictObject({ statusUpdate: z.strictObject({ ...place, status }) }),
  z.strictObject({
    artifactUpdate: z.strictObject({ ...place, artifact, append: z.boolean(), lastChunk: z.boolean() }),
  }),
]);

const pushConfig = z.strictObject({
  id: text,
  taskId: text,
  url: z.url(),
  authentication: z.strictObject({ scheme: text }).optional(),
});

const skill = z.strictObject({
  id: text,
  name: text,
  description: text,
  tags: z.array(text).min(1),
  examples: z.array(text),
});

/** A signature, with its header. See: A2A v1.0, sections 4.4.7 and 8.4.2. */
const signature = z.strictObject({ protected: z.base64url(), signature: z.base64url() });
export const signatureHeader = z.strictObject({
  alg: z.literal('RS256'),
  typ: z.literal('JOSE'),
  kid: text,
  jku: z.url(),
});

const bearer = { description: text, scheme: z.literal('Bearer'), bearerFormat: text };

const agentCard = z.strictObject({
  name: text,
  description: text,
  supportedInterfaces: z
    .array(
      z.strictObject({
        url: z.url(),
        protocolBinding: z.enum(['JSONRPC', 'HTTP+JSON']),
        protocolVersion: z.literal('1.0'),
      }),
    )
    .min(1),
  provider: z.strictObject({ organization: text, url: z.url() }),
  version: text,
  // What a client of protocol 0.3 needs to decode the card.
  url: z.url(),
  preferredTransport: z.literal('JSONRPC'),
  protocolVersion: z.literal('1.0'),
  security: z.array(z.record(z.string(), z.array(text))),
  capabilities: z.strictObject({
    streaming: z.boolean(),
    pushNotifications: z.boolean(),
    extendedAgentCard: z.boolean(),
  }),
  securitySchemes: z.record(
    z.string(),
    z.strictObject({
      type: z.literal('http'),
      ...bearer,
      httpAuthSecurityScheme: z.strictObject(bearer),
    }),
  ),
  securityRequirements: z.array(
    z.strictObject({ schemes: z.record(z.string(), z.strictObject({ list: z.array(text) })) }),
  ),
  defaultInputModes: z.array(text).min(1),
  defaultOutputModes: z.array(text).min(1),
  skills: z.array(skill).min(1),
});

/** A public card, which is signed. */
export const publicCard = agentCard.extend({ signatures: z.array(signature).min(1) });

/** The result of each method that returns one value. */
export const RESULTS = {
  SendMessage: z.strictObject({ task }),
  GetTask: task,
  CancelTask: task,
  ListTasks: z.strictObject({
    tasks: z.array(task),
    nextPageToken: z.string(),
    pageSize: z.int(),
    totalSize: z.int(),
  }),
  CreateTaskPushNotificationConfig: pushConfig,
  GetTaskPushNotificationConfig: pushConfig,
  ListTaskPushNotificationConfigs: z.strictObject({ configs: z.array(pushConfig), nextPageToken: z.string() }),
  DeleteTaskPushNotificationConfig: z.strictObject({}),
  GetExtendedAgentCard: agentCard,
} as const;

export type UnaryMethod = keyof typeof RESULTS;
export type StreamingMethod = 'SendStreamingMessage' | 'SubscribeToTask';
export type Method = UnaryMethod | StreamingMethod;
