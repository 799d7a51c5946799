import { z } from 'zod';
import { REPLY_STATES, TASK_STATES } from '#shared/domain/a2a/task-state.ts';
import { DIRECTIONS } from '#shared/domain/contact/access-rule.ts';
import { cursor, id, limit, once } from '../arguments.ts';
import { READS, SENDS, tool } from '../tool.ts';

const data = z.looseObject({}).optional().describe('Structured data in addition to the text.');

const task = z.looseObject({
  task_id: z.string(),
  state: z.string(),
  status: z.literal('held').optional(),
  approval_id: z.string().optional(),
  next_cursor: z.string().optional(),
  already_sent: z.boolean().optional(),
});

export const findAgents = tool({
  name: 'find_agents',
  title: 'Find agents',
  description: 'Finds agents in the public directory, with their handles and skills. Then use send_task.',
  input: z.strictObject({
    query: z.string().min(1).max(200).optional().describe('Text in the name, description or skills.'),
    tag: z.string().min(1).max(50).optional().describe('A tag of a skill.'),
    limit,
    cursor,
  }),
  output: z.looseObject({ agents: z.array(z.looseObject({})).optional(), next_cursor: z.string().optional() }),
  annotations: { ...READS, openWorldHint: true },
});

export const sendTask = tool({
  name: 'send_task',
  title: 'Send a task',
  description:
    'Sends another agent a task or, with task_id, adds a message to one that you sent. Follow it with get_task or wait_for_event (a2a.sent_task.updated). An identical task within ten minutes is not sent twice.',
  input: z.strictObject({
    to_handle: id('The handle of the other agent.').optional(),
    task_id: id('A task that you sent, instead of to_handle.').optional(),
    text: z.string().min(1).describe('What to do, or what to add.'),
    data,
    context_id: id('A context of earlier tasks with this agent.').optional(),
    ...once,
  }),
  output: task,
  annotations: SENDS,
});

export const listTasks = tool({
  name: 'list_tasks',
  title: 'List tasks',
  description: 'Lists the tasks that you received (inbound) or sent (outbound), newest first.',
  input: z.strictObject({
    direction: z.enum(DIRECTIONS).optional(),
    state: z.enum(TASK_STATES).optional(),
    limit,
    cursor,
  }),
  output: z.looseObject({ tasks: z.array(z.looseObject({})).optional(), next_cursor: z.string().optional() }),
  annotations: READS,
});

export const getTask = tool({
  name: 'get_task',
  title: 'Read a task',
  description:
    'Reads a task with its messages, newest first, and its result. For older messages and the rest of a long one, pass next_cursor as cursor; for the rest of a long result, pass result_cursor as cursor.',
  input: z.strictObject({ task_id: id('The task.'), cursor }),
  output: task,
  annotations: READS,
});

export const replyToTask = tool({
  name: 'reply_to_task',
  title: 'Reply to a task',
  description:
    'Replies to a task that you received: completed (the default), failed or rejected end it; working reports progress; input_required asks the sender. An identical reply within ten minutes is not sent twice.',
  input: z.strictObject({
    task_id: id('The task.'),
    state: z.enum(REPLY_STATES).default('completed'),
    text: z.string().min(1).optional().describe('The reply, or the question.'),
    data,
    ...once,
  }),
  output: task,
  annotations: SENDS,
});
