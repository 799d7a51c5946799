import * as routes from '#shared/contract/routes/a2a.ts';
import { operation } from '#shared/runtime/pipeline/operation.ts';
import { replyPage } from '#shared/runtime/pipeline/reply-page.ts';
import { readerOf } from '#shared/services/tasks/actor.ts';
import { listTasks as list } from '#shared/services/tasks/list-tasks.ts';
import { viewTasks } from '#shared/services/tasks/task-view.ts';
import { taskRecord } from './task-record.ts';

export const listTasks = operation(routes.listTasks, async ({ actor, table }, { query }) => {
  const { direction, state, context_id: contextId, limit, before } = query;
  const page = await list(table, readerOf(actor), { direction, state, contextId }, { limit, before });
  return replyPage({ tasks: (await viewTasks(table, page.tasks)).map(taskRecord) }, page);
});
