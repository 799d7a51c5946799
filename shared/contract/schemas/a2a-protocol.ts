import { z } from 'zod';
import { MAX_PARTS } from '#shared/domain/a2a/content.ts';
import { TASK_STATES, type TaskState } from '#shared/domain/a2a/task-state.ts';
import { described, explained } from '#shared/domain/described.ts';
import { jsonObjectSchema } from '#shared/domain/json-object.ts';
import { parseTimestamp } from '#shared/domain/time.ts';
import { isAbsoluteUrl } from '#shared/domain/url-safety.ts';
import { PART_MEDIA_TYPE } from './a2a-part.ts';
import { PROTO_BASE64_INPUT } from './common.ts';
import { notExactlyOneOf, refuses } from './rules.ts';

/**
 * The messages of the A2A protocol as requests carry them, in ProtoJSON. Fields that the protocol does not know are
 * passed over: it may grow. `protoJson` has seen to names, nulls and empty texts before a schema sees a value.
 *
 * See: A2A v1.0, a2a.proto and sections 5.5 to 5.7.
 */
const text = (most: number) => z.string().min(1, 'at least 1 character').max(most, `at most ${most} characters`);

// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are exactly what is refused
const NO_CONTROL = /^[^\x00-\x1f\x7f]+$/;
const label = (most: number) => text(most).regex(NO_CONTROL, 'no control characters');

/** ProtoJSON: a number, or its digits as text. */
function integer(minimum: number, maximum: number) {
  return z
    .union(
      [
        z.number(),
        z
          .string()
          .regex(/^-?\d{1,10}$/, 'a whole number')
          .transform(Number),
      ],
      'a whole number',
    )
    .pipe(z.int('a whole number').min(minimum, `at least ${minimum}`).max(maximum, `at most ${maximum}`))
    .meta({ override: { type: 'integer', minimum, maximum, anyOf: undefined } });
}

const MAX_INTEGER = 2 ** 31 - 1;
const historyLength = integer(0, MAX_INTEGER).optional();
const structSchema = jsonObjectSchema;

const BASE64 = /^[A-Za-z0-9+/]*={0,2}$/;

/** ProtoJSON: base64 of either alphabet, padded or not; kept in the standard one. */
const bytesSchema = z
  .string()
  .transform((given, context) => {
    const standard = given.replaceAll('-', '+').replaceAll('_', '/');
    if (!BASE64.test(standard) || standard.replace(/={1,2}$/, '').length % 4 === 1) {
      context.addIssue({ code: 'custom', message: 'base64' });
      return z.NEVER;
    }
    return Buffer.from(standard, 'base64').toString('base64');
  })
  .meta({ override: PROTO_BASE64_INPUT });

const KINDS = ['text', 'raw', 'url', 'data'] as const;

/** A part of a message or an artifact, in requests and replies alike. */
export const a2aPartSchema = described(
  'A2aPart',
  'A `Part`: exactly one of `text`, `raw`, `url` and `data`.',
  z
    .object({
      text: z.string().optional(),
      raw: bytesSchema.optional(),
      url: text(2048).refine(isAbsoluteUrl, 'an absolute URL').meta({ format: 'uri' }).optional(),
      data: z.unknown().optional(),
      mediaType: text(255).regex(PART_MEDIA_TYPE, 'a media type').optional(),
      filename: text(255).optional(),
      metadata: structSchema.optional(),
    })
    .refine((part) => KINDS.filter((kind) => kind in part).length === 1, 'exactly one of text, raw, url and data'),
  {
    text: 'A text.',
    raw: 'Bytes, in base64.',
    url: 'The absolute address of a file.',
    data: 'Any JSON value.',
    mediaType: 'The media type of the content.',
    filename: 'The name of the file.',
    metadata: null,
  },
  refuses(notExactlyOneOf(...KINDS)),
);

/** ProtoJSON: an enum's name, or its number in the proto. */
const userRole = z
  .union([z.literal('ROLE_USER'), z.literal(1)], 'ROLE_USER')
  .meta({ override: { type: 'string', const: 'ROLE_USER', anyOf: undefined } });

const messageTexts = {
  messageId: 'The sender’s own id of the message: sent again, it returns the task as it is.',
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
  { ...messageTexts, taskId: 'The task to add the message to. A new task when omitted.' },
);

const headerText = (most: number) => text(most).regex(/^[\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?$/, 'printable ASCII');

const authenticationSchema = described(
  'NewA2aAuthentication',
  'How the service authenticates to a receiver.',
  z.object({
    scheme: text(64).regex(/^[A-Za-z0-9_!#$%&'*+.^`|~-]+$/, 'an HTTP authentication scheme'),
    credentials: headerText(4096).optional(),
  }),
  {
    scheme: 'The HTTP authentication scheme, such as `Bearer`.',
    credentials: 'What follows the scheme. Encrypted, and never shown again.',
  },
);

const pushConfigTexts = {
  id: 'The configuration’s id. A known one replaces that configuration.',
  taskId: 'The task that it pushes updates of.',
  url: 'The receiver: https, with a public address.',
  token: 'Sent as `X-A2A-Notification-Token`. Encrypted, and never shown again.',
  authentication: null,
} as const;

export const pushConfigSchema = described(
  'NewA2aPushConfig',
  'A `TaskPushNotificationConfig`: a receiver of a task’s updates.',
  z.object({
    id: label(128).optional(),
    taskId: text(255).optional(),
    url: text(2048).meta({ format: 'uri' }),
    token: headerText(1024).optional(),
    authentication: authenticationSchema.optional(),
  }),
  pushConfigTexts,
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
    acceptedOutputModes: 'Media types that the caller takes.',
    taskPushNotificationConfig: 'A receiver of the task’s updates.',
    historyLength: 'How many messages the reply shows at most.',
    returnImmediately: 'Whether to reply at once, instead of waiting up to 25 s for the agent.',
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

const HISTORY_LENGTH = 'How many messages the reply shows at most.';

export const getTaskQuerySchema = explained(z.object({ historyLength }), { historyLength: HISTORY_LENGTH });
export const getTaskSchema = taskRefSchema.extend(getTaskQuerySchema.shape);

export const cancelTaskBodySchema = described(
  'A2aCancelTask',
  'A `CancelTaskRequest`; what else it has is in the path.',
  z.object({ metadata: structSchema.optional() }),
  { metadata: null },
);
export const cancelTaskSchema = taskRefSchema.extend(cancelTaskBodySchema.shape);

/** The protocol's name of a state. */
export function protocolState(state: TaskState): string {
  return `TASK_STATE_${state.toUpperCase()}`;
}

/** In the order of the proto's numbers, which ProtoJSON takes as well. `null` is no state at all: no filter. */
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

const instantSchema = z
  .string()
  .transform((given, context) => {
    const time = parseTimestamp(given.replace(/ (?=\d\d:\d\d$)/, '+'), 'up');
    if (time === undefined) context.addIssue({ code: 'custom', message: 'an RFC 3339 datetime' });
    return time ?? z.NEVER;
  })
  .meta({ override: { type: 'string', format: 'date-time' } });

const MAX_PAGE_SIZE = 100;
export const DEFAULT_PAGE_SIZE = 50;

const pageToken = text(255).optional();
const PAGE_TOKEN = 'The `nextPageToken` of the page before.';

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
    pageSize: 'How many tasks to return at most; 50 when omitted.',
    pageToken: PAGE_TOKEN,
    historyLength: HISTORY_LENGTH,
    statusTimestampAfter: 'Only tasks with a state of this time or later.',
    includeArtifacts: 'Whether to return the artifacts as well.',
  },
);

export const newPushConfigSchema = pushConfigSchema.extend({ taskId: text(255) });
export const pushConfigRefSchema = z.object({ taskId: text(255), id: text(255) });

export const listPushConfigsQuerySchema = explained(
  z.object({ pageSize: integer(0, MAX_INTEGER).optional(), pageToken }),
  { pageSize: 'How many configurations to return at most. All when omitted or 0.', pageToken: PAGE_TOKEN },
);
export const listPushConfigsSchema = listPushConfigsQuerySchema.extend({ taskId: text(255) });

export const extendedCardSchema = z.object({});
