import { z } from 'zod';
import { MAX_ARTIFACTS, MAX_PARTS_BYTES } from '#shared/domain/a2a/content.ts';
import { REPLY_STATES, taskStateSchema } from '#shared/domain/a2a/task-state.ts';
import { DIRECTIONS } from '#shared/domain/contact/access-rule.ts';
import { MAX_CLAIM_SECONDS, MIN_CLAIM_SECONDS } from '#shared/domain/limits/limits.ts';
import { described, explained } from '#shared/domain/schema/described.ts';
import { jsonObjectSchema } from '#shared/domain/schema/json-object.ts';
import { partsSchema } from './a2a-part.ts';
import { artifactTexts } from './a2a-task-record.ts';
import { filterSchema, idSchema, labelSchema, metadataSchema, noteSchema, pageFields } from './common.ts';
import { notExactlyOneOf, refuses, withAll } from './rules.ts';

/** The bodies of requests about tasks between agents. See: docs/contract/a2a.md#tasks. */
const messageSchema = z
  .string()
  .min(1, 'at least 1 character')
  .max(MAX_PARTS_BYTES, `at most ${MAX_PARTS_BYTES / 1024} KB`)
  .meta({ id: 'TaskText', description: 'The message as one text, instead of `parts`.' });

const messagePartsSchema = partsSchema.meta({
  id: 'TaskParts',
  description: `The message in parts, at most ${MAX_PARTS_BYTES / 1024} KB in total.`,
});

// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are exactly what is refused
const MESSAGE_ID = /^[^\x00-\x1f\x7f]+$/;

const messageIdSchema = z
  .string()
  .max(255, 'at most 255 characters')
  .regex(MESSAGE_ID, 'at least 1 character, none of them a control character')
  .meta({
    id: 'SenderMessageId',
    description: 'The sender’s own id of the message. A repeated id returns the task unchanged.',
  });

const messageContent = { message: messageSchema.optional(), parts: messagePartsSchema.optional() };

const contentTexts = { message: null, parts: null } as const;

type MessageContent = { message?: string; parts?: unknown[] };
const notBoth = ({ message, parts }: MessageContent) => message === undefined || parts === undefined;
const NOT_BOTH = { path: ['message'], error: 'not together with parts' };
const notNeither = ({ message, parts }: MessageContent) => message !== undefined || parts !== undefined;
const NOT_NEITHER = { path: ['message'], error: 'required, or parts' };

export const createTaskBody = described(
  'CreateTask',
  'A new task: exactly one of `to_handle` and `to_identity_id`, and of `message` and `parts`.',
  z
    .strictObject({
      to_handle: z.string().min(1, 'at least 1 character').max(200, 'at most 200 characters').optional(),
      to_identity_id: idSchema.optional(),
      ...messageContent,
      context_id: idSchema.optional(),
      message_id: messageIdSchema.optional(),
      metadata: metadataSchema.optional(),
    })
    .refine((body) => (body.to_handle === undefined) !== (body.to_identity_id === undefined), {
      path: ['to_handle'],
      error: 'exactly one of to_handle and to_identity_id',
    })
    .refine(notBoth, NOT_BOTH)
    .refine(notNeither, NOT_NEITHER),
  {
    ...contentTexts,
    to_handle: 'The worker’s handle.',
    to_identity_id: 'The worker’s id.',
    context_id: 'An existing context of the two agents. A new one by default.',
    message_id: null,
    metadata: null,
  },
  refuses(notExactlyOneOf('to_handle', 'to_identity_id'), notExactlyOneOf('message', 'parts')),
);

export const taskMessageBody = described(
  'AddTaskMessage',
  'A message of the caller: exactly one of `message` and `parts`.',
  z
    .strictObject({ ...messageContent, message_id: messageIdSchema.optional() })
    .refine(notBoth, NOT_BOTH)
    .refine(notNeither, NOT_NEITHER),
  { ...contentTexts, message_id: null },
  refuses(notExactlyOneOf('message', 'parts')),
);

const newArtifactSchema = described(
  'NewArtifact',
  'A result of a task.',
  z.strictObject({
    artifact_id: z.string().min(1, 'at least 1 character').max(128, 'at most 128 characters').optional(),
    name: labelSchema.optional(),
    description: noteSchema.optional(),
    parts: partsSchema,
    metadata: jsonObjectSchema.optional(),
  }),
  { ...artifactTexts, artifact_id: 'The artifact’s id. An existing id replaces that artifact.' },
);

export const claimTaskBody = described(
  'ClaimTask',
  'How long a worker claims a task.',
  z.strictObject({
    lease_seconds: z
      .int()
      .min(MIN_CLAIM_SECONDS, `at least ${MIN_CLAIM_SECONDS}`)
      .max(MAX_CLAIM_SECONDS, `at most ${MAX_CLAIM_SECONDS}`),
    claim_id: idSchema.optional(),
  }),
  {
    lease_seconds: 'Seconds until the claim ends, from now.',
    claim_id: 'The claim to renew. Without it, the task is claimed anew.',
  },
);

const replyStateSchema = z
  .enum(REPLY_STATES)
  .meta({ id: 'TaskReplyState', description: 'The state that a reply sets.' });

export const replyToTaskBody = described(
  'ReplyToTask',
  'The worker’s reply, with at most one of `message` and `parts`.',
  z
    .strictObject({
      state: replyStateSchema,
      ...messageContent,
      result: z.unknown().optional(),
      artifacts: z
        .array(newArtifactSchema)
        .max(MAX_ARTIFACTS, `at most ${MAX_ARTIFACTS} artifacts`)
        .refine((given) => {
          const ids = given.flatMap(({ artifact_id }) => artifact_id ?? []);
          return new Set(ids).size === ids.length;
        }, 'each artifact_id once')
        .optional(),
      claim_id: idSchema.optional(),
    })
    .refine(notBoth, NOT_BOTH),
  {
    ...contentTexts,
    state: 'The new state of the task.',
    result: 'Any JSON value of at most 64 KB. It replaces an earlier result.',
    artifacts: 'Artifacts to add to the task, each `artifact_id` once.',
    claim_id: 'The worker’s claim. If the task has another one by now, or none, the reply is refused.',
  },
  refuses(withAll('message', 'parts')),
);

export const cancelTaskBody = described(
  'CancelTask',
  'Why a task is canceled.',
  z.strictObject({
    reason: z.string().min(1, 'at least 1 character').max(2000, 'at most 2000 characters').optional(),
  }),
  { reason: 'A text that becomes the last message of the task.' },
);

const taskDirectionSchema = z
  .enum(DIRECTIONS)
  .meta({ id: 'TaskDirection', description: 'The direction of a task, from the agent’s point of view.' });

export const tasksQuery = explained(
  z.strictObject({
    direction: taskDirectionSchema.optional(),
    state: taskStateSchema.optional(),
    context_id: filterSchema.optional(),
    ...pageFields,
  }),
  {
    direction: '`inbound`: received tasks. `outbound`: sent tasks.',
    state: 'Only tasks in this state.',
    context_id: 'Only tasks of this context.',
  },
);

export const taskQuery = explained(z.strictObject({ messages_before: pageFields.before }), {
  messages_before: 'Returns the messages before this time, to read a long task backwards.',
});
