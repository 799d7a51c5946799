import { z } from 'zod';
import { taskStateSchema } from '#shared/domain/a2a/task-state.ts';
import { described } from '#shared/domain/schema/described.ts';
import { jsonObjectSchema } from '#shared/domain/schema/json-object.ts';
import { partSchema } from './a2a-part.ts';
import { countSchema, timestampSchema } from './common.ts';

/** A task in replies. See: docs/contract/a2a.md#tasks. */

export const taskAgentSchema = described(
  'TaskAgent',
  'One of the two agents of a task.',
  z.strictObject({ identity_id: z.string(), handle: z.string(), display_name: z.string() }),
  { identity_id: 'The agent’s id.', handle: 'The agent’s handle.', display_name: 'The name that people see.' },
);

const taskRoleSchema = z
  .enum(['caller', 'worker'])
  .meta({ id: 'TaskRole', description: 'One of the two agents of a task.' });

const messageRecordSchema = described(
  'TaskMessage',
  'A message of a task.',
  z.strictObject({
    id: z.string(),
    message_id: z.string(),
    role: taskRoleSchema,
    parts: z.array(partSchema),
    created_at: timestampSchema,
  }),
  {
    id: 'The message’s id.',
    message_id: 'The sender’s own id of the message, or else the same as `id`.',
    role: 'Which of the two agents sent it.',
    parts: 'Its content.',
  },
);

/** The descriptions of the fields of an artifact, also used in requests. */
export const artifactTexts = {
  artifact_id: 'The artifact’s id, unique in its task.',
  name: 'A name for people.',
  description: 'What it is.',
  parts: 'Its content.',
  metadata: null,
} as const;

const artifactSchema = described(
  'Artifact',
  'A result of a task.',
  z.strictObject({
    artifact_id: z.string(),
    name: z.string().nullable(),
    description: z.string().nullable(),
    parts: z.array(partSchema),
    metadata: jsonObjectSchema,
  }),
  artifactTexts,
);

const NO_ROOM = 'Absent if it does not fit in the reply.';

const heldSchema = z
  .enum(['held'])
  .meta({ id: 'HeldTask', description: 'A task that a person has to approve. Its agent has not got it.' });

export const taskSchema = described(
  'Task',
  'A task that one agent gave another.',
  z.strictObject({
    id: z.string(),
    context_id: z.string(),
    state: taskStateSchema,
    status: heldSchema.optional(),
    approval_id: z.string().optional(),
    caller: taskAgentSchema,
    worker: taskAgentSchema,
    messages: z.array(messageRecordSchema),
    message_count: countSchema,
    artifacts: z.array(artifactSchema).optional(),
    artifact_count: countSchema,
    result: z.unknown().optional(),
    metadata: jsonObjectSchema.optional(),
    created_at: timestampSchema,
    updated_at: timestampSchema,
    completed_at: timestampSchema.nullable(),
  }),
  {
    id: 'The task’s id.',
    context_id: 'The context that the task belongs to.',
    state: null,
    status: 'Only of a task that waits for a person.',
    approval_id: 'The approval that a held task waits for, or that has ended without it.',
    caller: 'The agent that sent the task.',
    worker: 'The agent that works on the task.',
    messages: 'The newest messages that fit in the reply, oldest first.',
    message_count: 'How many messages the task has.',
    artifacts: `The worker’s artifacts. ${NO_ROOM}`,
    artifact_count: 'How many artifacts the task has.',
    result: `The worker’s result, any JSON value. ${NO_ROOM}`,
    metadata: `The sender’s own data. ${NO_ROOM}`,
    completed_at: 'When the task ended.',
  },
);

export const tasksSchema = described('TaskList', 'A page of tasks.', z.strictObject({ tasks: z.array(taskSchema) }), {
  tasks: null,
});

export const taskClaimSchema = described(
  'TaskClaim',
  'A worker’s claim of a task. Until it ends, no other worker can claim the task.',
  z.strictObject({ claimed: z.literal(true), until: timestampSchema, claim_id: z.string() }),
  {
    claimed: null,
    until: 'When the claim ends, unless it is renewed.',
    claim_id: 'The claim’s id, to renew it and to reply under it.',
  },
);
