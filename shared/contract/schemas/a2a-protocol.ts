import { z } from 'zod';
import { MOST_PARTS } from '../../domain/a2a/content.ts';
import { TASK_STATES, type TaskState } from '../../domain/a2a/task-state.ts';
import { parseTimestamp } from '../../domain/time.ts';
import { isAbsoluteUrl } from '../../domain/url-safety.ts';

/**
 * The messages of the A2A protocol as requests carry them, in ProtoJSON. Fields that the protocol does not know are
 * passed over: it may grow. `protoJson` has seen to names, nulls and empty texts before a schema sees a value.
 *
 * Rule: A2A v1.0, a2a.proto and sections 5.5 to 5.7.
 */
const text = (most: number) => z.string().min(1, 'at least 1 character').max(most, `at most ${most} characters`);

// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are exactly what is refused
const NO_CONTROL = /^[^\u0000-\u001f\u007f]+$/;
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
    .meta({ override: { type: 'integer', minimum, maximum } });
}

const MOST_INTEGER = 2 ** 31 - 1;
const historyLength = integer(0, MOST_INTEGER).optional();
const structSchema = z.record(z.string(), z.unknown());

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
  .meta({ override: { type: 'string', format: 'byte' } });

const MEDIA_TYPE = /^[\w!#$&^.+-]+\/[\w!#$&^.+-]+(?: *;.*)?$/;
const KINDS = ['text', 'raw', 'url', 'data'] as const;

const partSchema = z
  .object({
    text: z.string().optional(),
    raw: bytesSchema.optional(),
    url: text(2048).refine(isAbsoluteUrl, 'an absolute URL').optional(),
    data: z.unknown().optional().meta({ description: 'Any JSON value.' }),
    mediaType: text(255).regex(MEDIA_TYPE, 'a media type').optional(),
    filename: text(255).optional(),
    metadata: structSchema.optional(),
  })
  .refine((part) => KINDS.filter((kind) => kind in part).length === 1, 'exactly one of text, raw, url and data')
  .meta({ id: 'A2aPart' });

/** ProtoJSON: an enum's name, or its number in the proto. */
const userRole = z
  .union([z.literal('ROLE_USER'), z.literal(1)], 'ROLE_USER')
  .meta({ override: { type: 'string', enum: ['ROLE_USER'] } });

const messageSchema = z
  .object({
    messageId: label(255),
    contextId: text(255).optional(),
    taskId: text(255).optional(),
    role: userRole,
    parts: z.array(partSchema).min(1, 'at least one part').max(MOST_PARTS, `at most ${MOST_PARTS} parts`),
    metadata: structSchema.optional(),
    extensions: z.array(text(2048)).max(64, 'at most 64').optional(),
    referenceTaskIds: z.array(text(255)).max(64, 'at most 64').optional(),
  })
  .meta({ id: 'A2aMessage' });

const headerText = (most: number) => text(most).regex(/^[\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?$/, 'printable ASCII');

export const pushConfigSchema = z
  .object({
    id: label(128).optional(),
    taskId: text(255).optional(),
    url: text(2048),
    token: headerText(1024).optional().meta({ description: 'Kept sealed, and in no reply.' }),
    authentication: z
      .object({
        scheme: text(64).regex(/^[\w!#$%&'*+.^`|~-]+$/, 'an HTTP authentication scheme'),
        credentials: headerText(4096).optional().meta({ description: 'Kept sealed, and in no reply.' }),
      })
      .optional(),
  })
  .meta({ id: 'A2aPushNotificationConfig' });

export const sendMessageSchema = z
  .object({
    message: messageSchema,
    configuration: z
      .object({
        acceptedOutputModes: z.array(z.string()).max(64, 'at most 64').optional(),
        taskPushNotificationConfig: pushConfigSchema.optional(),
        historyLength,
        returnImmediately: z.boolean().optional(),
      })
      .optional(),
    metadata: structSchema.optional(),
  })
  .meta({ id: 'A2aSendMessageRequest' });

export const taskRefSchema = z.object({ id: text(255) });
export const getTaskSchema = z.object({ id: text(255), historyLength });
export const cancelTaskSchema = z.object({ id: text(255), metadata: structSchema.optional() });

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
  .meta({ override: { type: 'string', enum: TASK_STATES.map(protocolState) } });

const instantSchema = z
  .string()
  .transform((given, context) => {
    const time = parseTimestamp(given.replace(/ (?=\d\d:\d\d$)/, '+'), 'up');
    if (time === undefined) context.addIssue({ code: 'custom', message: 'an RFC 3339 datetime' });
    return time ?? z.NEVER;
  })
  .meta({ override: { type: 'string', format: 'date-time' } });

export const MOST_PAGE_SIZE = 100;
export const DEFAULT_PAGE_SIZE = 50;

export const listTasksSchema = z.object({
  contextId: text(255).optional(),
  status: stateSchema.optional(),
  pageSize: integer(1, MOST_PAGE_SIZE).optional(),
  pageToken: text(255).optional(),
  historyLength,
  statusTimestampAfter: instantSchema.optional(),
  includeArtifacts: z
    .boolean('true or false')
    .optional()
    .meta({ override: { type: 'boolean' } }),
});

export const newPushConfigSchema = pushConfigSchema.extend({ taskId: text(255) });
export const pushConfigRefSchema = z.object({ taskId: text(255), id: text(255) });
export const listPushConfigsSchema = z.object({
  taskId: text(255),
  pageSize: integer(0, MOST_INTEGER).optional(),
  pageToken: text(255).optional(),
});
export const extendedCardSchema = z.object({});

/** What the bindings answer, for the generated description; ProtoJSON of the message that is named. */
const answer = (message: string, rule: string) => structSchema.meta({ id: message, description: rule });
export const sendAnswerSchema = answer('A2aSendMessageResponse', '`{task}`: the task that the message made or joined.');
export const streamAnswerSchema = z
  .string()
  .meta({ id: 'A2aStream', description: 'Server-sent events; each `data` is one `StreamResponse`.' });
export const taskAnswerSchema = answer('A2aTask', 'A `Task` of the protocol.');
export const tasksAnswerSchema = answer('A2aListTasksResponse', '`{tasks, nextPageToken, pageSize, totalSize}`.');
export const configAnswerSchema = answer('A2aPushConfigAnswer', 'A `TaskPushNotificationConfig` without its secrets.');
export const configsAnswerSchema = answer('A2aPushConfigsAnswer', '`{configs, nextPageToken}`.');
export const cardAnswerSchema = answer('A2aExtendedCard', 'An `AgentCard` of the protocol.');

export const rpcRequestSchema = z
  .object({
    jsonrpc: z.literal('2.0'),
    id: z.union([z.string(), z.int(), z.null()]).optional(),
    method: z.string().meta({ example: 'SendMessage' }),
    params: structSchema.optional(),
  })
  .meta({ id: 'JsonRpcRequest' });

export const rpcAnswerSchema = z
  .object({
    jsonrpc: z.literal('2.0'),
    id: z.union([z.string(), z.int(), z.null()]),
    result: z.unknown().optional(),
    error: z.object({ code: z.int(), message: z.string(), data: z.array(structSchema).optional() }).optional(),
  })
  .meta({ id: 'JsonRpcResponse', description: 'Streaming methods answer server-sent events of these instead.' });
