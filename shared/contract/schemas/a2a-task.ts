import { z } from 'zod';
import { MOST_ARTIFACTS, MOST_PARTS, MOST_PARTS_BYTES } from '../../domain/a2a/content.ts';
import { REPLY_STATES, TASK_STATES } from '../../domain/a2a/task-state.ts';
import { isAbsoluteUrl } from '../../domain/url-safety.ts';
import {
  filterSchema,
  idSchema,
  labelSchema,
  metadataSchema,
  noteSchema,
  pageFields,
  timestampSchema,
} from './common.ts';

/** Tasks between agents. Rule: shapes, A2A. */
const KINDS = ['text', 'raw', 'url', 'data'] as const;

const MEDIA_TYPE = /^[\w!#$&^.+-]+\/[\w!#$&^.+-]+(?: *;.*)?$/;

const partFields = {
  text: z.string().optional(),
  raw: z.base64('base64').optional().meta({ description: 'Bytes, in base64.' }),
  url: z.string().max(2048, 'at most 2048 characters').refine(isAbsoluteUrl, 'an absolute URL').optional(),
  data: z.unknown().optional().meta({ description: 'Any JSON value.' }),
  media_type: z.string().max(255, 'at most 255 characters').regex(MEDIA_TYPE, 'a media type').optional(),
  filename: z.string().min(1, 'at least 1 character').max(255, 'at most 255 characters').optional(),
  metadata: z.record(z.string(), z.unknown()).optional(),
};

const partSchema = z
  .strictObject(partFields)
  .refine(
    (part) => KINDS.filter((kind) => part[kind] !== undefined).length === 1,
    'exactly one of text, raw, url and data',
  )
  .meta({ id: 'Part' });

const partsSchema = z
  .array(partSchema)
  .min(1, 'at least one part')
  .max(MOST_PARTS, `at most ${MOST_PARTS} parts`)
  .meta({ description: `${MOST_PARTS_BYTES / 1024} KB together at most.` });

const messageSchema = z
  .string()
  .min(1, 'at least 1 character')
  .max(MOST_PARTS_BYTES, `at most ${MOST_PARTS_BYTES / 1024} KB`)
  .meta({ description: 'One text, instead of parts.', example: 'Please look up invoice 4711.' });

// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are exactly what is refused
const MESSAGE_ID = /^[^\u0000-\u001f\u007f]+$/;

const messageIdSchema = z
  .string()
  .max(255, 'at most 255 characters')
  .regex(MESSAGE_ID, 'at least 1 character, none of them a control character')
  .meta({ description: 'The sender’s own id of the message. Sent again, it answers the task as it is.' });

const said = { message: messageSchema.optional(), parts: partsSchema.optional() };

type Said = { message?: string; parts?: unknown[] };
const notBoth = ({ message, parts }: Said) => message === undefined || parts === undefined;
const NOT_BOTH = { path: ['message'], error: 'not together with parts' };
const notNeither = ({ message, parts }: Said) => message !== undefined || parts !== undefined;
const NOT_NEITHER = { path: ['message'], error: 'required, or parts' };

export const createTaskBody = z
  .strictObject({
    to_handle: z.string().min(1, 'at least 1 character').max(200, 'at most 200 characters').optional(),
    to_identity_id: idSchema.optional(),
    ...said,
    context_id: idSchema.optional().meta({ description: 'One of the sender’s with this target; a new one otherwise.' }),
    message_id: messageIdSchema.optional(),
    metadata: metadataSchema.optional(),
  })
  .refine((body) => (body.to_handle === undefined) !== (body.to_identity_id === undefined), {
    path: ['to_handle'],
    error: 'exactly one of to_handle and to_identity_id',
  })
  .refine(notBoth, NOT_BOTH)
  .refine(notNeither, NOT_NEITHER)
  .meta({ id: 'CreateTask' });

export const taskMessageBody = z
  .strictObject({ ...said, message_id: messageIdSchema.optional() })
  .refine(notBoth, NOT_BOTH)
  .refine(notNeither, NOT_NEITHER)
  .meta({ id: 'AddTaskMessage' });

const artifactInput = z
  .strictObject({
    artifact_id: z.string().min(1, 'at least 1 character').max(128, 'at most 128 characters').optional(),
    name: labelSchema.optional(),
    description: noteSchema.optional(),
    parts: partsSchema,
    metadata: z.record(z.string(), z.unknown()).optional(),
  })
  .meta({ id: 'NewArtifact' });

export const replyToTaskBody = z
  .strictObject({
    state: z.enum(REPLY_STATES).meta({ example: 'completed' }),
    ...said,
    result: z.unknown().optional().meta({ description: 'Any JSON value, 64 KB at most; the last one given stands.' }),
    artifacts: z
      .array(artifactInput)
      .max(MOST_ARTIFACTS, `at most ${MOST_ARTIFACTS} artifacts`)
      .refine((given) => {
        const ids = given.flatMap(({ artifact_id }) => artifact_id ?? []);
        return new Set(ids).size === ids.length;
      }, 'each artifact_id once')
      .optional()
      .meta({ description: 'Added to the task’s; one with a known `artifact_id` takes the place of the older.' }),
  })
  .refine(notBoth, NOT_BOTH)
  .meta({ id: 'ReplyToTask' });

export const cancelTaskBody = z
  .strictObject({
    reason: z
      .string()
      .min(1, 'at least 1 character')
      .max(2000, 'at most 2000 characters')
      .optional()
      .meta({ description: 'Becomes the last message of the task.' }),
  })
  .meta({ id: 'CancelTask' });

export const tasksQuery = z.strictObject({
  direction: z.enum(['inbound', 'outbound']).optional(),
  state: z.enum(TASK_STATES).optional(),
  context_id: filterSchema.optional(),
  ...pageFields,
});

export const taskQuery = z.strictObject({
  messages_before: pageFields.before.meta({
    override: { type: 'string', format: 'date-time' },
    description: 'Shows the messages before this time: a long task’s older ones.',
  }),
});

const taskAgentSchema = z
  .strictObject({ identity_id: z.string(), handle: z.string(), display_name: z.string() })
  .meta({ id: 'TaskAgent' });

const messageRecordSchema = z
  .strictObject({
    id: z.string(),
    message_id: z.string().meta({ description: 'The sender’s own id of it, or `id`.' }),
    role: z.enum(['caller', 'worker']),
    parts: z.array(partSchema),
    created_at: timestampSchema,
  })
  .meta({ id: 'TaskMessage' });

const artifactSchema = z
  .strictObject({
    artifact_id: z.string(),
    name: z.string().nullable(),
    description: z.string().nullable(),
    parts: z.array(partSchema),
    metadata: z.record(z.string(), z.unknown()),
  })
  .meta({ id: 'Artifact' });

const NO_ROOM = 'Absent where the answer has no room for it; reading the task alone shows it.';

export const taskSchema = z
  .strictObject({
    id: z.string(),
    context_id: z.string(),
    state: z.enum(TASK_STATES),
    caller: taskAgentSchema,
    worker: taskAgentSchema,
    messages: z
      .array(messageRecordSchema)
      .meta({ description: 'Oldest first: the newest that the answer has room for.' }),
    message_count: z.int(),
    artifacts: z.array(artifactSchema).optional().meta({ description: NO_ROOM }),
    artifact_count: z.int(),
    result: z.unknown().optional().meta({ description: NO_ROOM }),
    metadata: z.record(z.string(), z.unknown()).optional().meta({ description: NO_ROOM }),
    created_at: timestampSchema,
    updated_at: timestampSchema,
    completed_at: timestampSchema.nullable(),
  })
  .meta({ id: 'Task' });

export const tasksSchema = z.strictObject({ tasks: z.array(taskSchema) }).meta({ id: 'Tasks' });
