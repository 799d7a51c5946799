import { invalid } from '#shared/domain/errors/errors.ts';
import { alreadySent } from '../already-sent.ts';
import { type Caller, isSeenBy } from '../caller.ts';
import { nextBefore } from '../pages.ts';
import { agentsResult } from '../results/agents.ts';
import { HELD_NOTES } from '../results/held-notes.ts';
import { taskCursor } from '../results/task-cursor.ts';
import { type Task, taskResult, taskStepResult, tasksResult } from '../results/tasks.ts';
import { type Done, type Once, writeOnce } from '../send-once.ts';
import type { ToolRunners } from '../tool-context.ts';

type WritesTask = 'createTask' | 'addTaskMessage' | 'replyToTask';

/** The tools for tasks between agents. See: docs/contract/a2a.md#tasks. */
export const TASKS: ToolRunners<'findAgents' | 'sendTask' | 'listTasks' | 'getTask' | 'replyToTask'> = {
  findAgents: async ({ api }, { query: q, cursor, ...filter }) => {
    const received = await api.send('listDirectory', { query: { ...filter, q, before: cursor } });
    const { agents } = received.body;
    return agentsResult(agents, nextBefore(received, agents, filter.limit));
  },

  sendTask: async (context, args) => {
    const { to_handle: handle, task_id: id, context_id: contextId, text, data } = args;
    if ((handle === undefined) === (id === undefined))
      throw invalid('to_handle', 'exactly one of to_handle and task_id');
    if (id !== undefined && contextId !== undefined) throw invalid('context_id', 'not together with task_id');
    const content = contentOf(text, data);
    const done =
      id === undefined
        ? await writeOnce(
            context.api,
            'createTask',
            { body: { to_handle: handle, context_id: contextId, ...content } },
            args,
          )
        : await writeOnce(context.api, 'addTaskMessage', { params: { id }, body: content }, args);
    return resultOf(done, args, context.caller.identityId);
  },

  listTasks: async ({ api, caller }, { cursor, ...filter }) => {
    const received = await api.send('listTasks', { query: { ...filter, before: cursor } });
    const { tasks } = received.body;
    const seen = tasks.filter((task) => partiesOf(task, filter.direction).some((id) => isOwn(caller, id)));
    return tasksResult(seen, { reader: caller.identityId, nextCursor: nextBefore(received, tasks, filter.limit) });
  },

  getTask: async ({ api, caller }, { task_id: id, cursor: text }) => {
    const cursor = text === undefined ? undefined : taskCursor(text);
    const task = await api.call('getTask', { params: { id }, query: { messages_before: cursor?.before } });
    return taskResult(task, { reader: caller.identityId, cursor });
  },

  replyToTask: async ({ api, caller }, args) => {
    const { task_id: id, state, text, data } = args;
    const content = text === undefined && data === undefined ? {} : contentOf(text, data);
    return resultOf(
      await writeOnce(api, 'replyToTask', { params: { id }, body: { state, ...content } }, args),
      args,
      caller.identityId,
    );
  },
};

/** The agents of a task that have it in a direction. */
function partiesOf({ caller, worker }: Task, direction: 'inbound' | 'outbound' | undefined): string[] {
  if (direction === undefined) return [caller.identity_id, worker.identity_id];
  return [direction === 'inbound' ? worker.identity_id : caller.identity_id];
}

const isOwn = (caller: Caller, id: string) => isSeenBy(caller, id, { isShared: false });

/** The content of a message: a text, or parts where there are data too. */
function contentOf(text: string | undefined, data: object | undefined) {
  if (data === undefined) return { message: text };
  return { parts: [...(text === undefined ? [] : [{ text }]), { data }] };
}

function resultOf({ body, alreadyDone }: Done<WritesTask>, once: Once, reader: string | undefined) {
  if (body.status === 'held') return taskStepResult(body, { reader, more: { note: HELD_NOTES.task } });
  const more = alreadyDone ? alreadySent('This was already sent, and was not sent again.', once) : {};
  return taskStepResult(body, { reader, more });
}
