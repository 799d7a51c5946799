import * as routes from '#shared/contract/routes/a2a.ts';
import { operation, reply } from '#shared/runtime/pipeline/operation.ts';
import { readerOf } from '#shared/services/tasks/actor.ts';
import { loadTask } from '#shared/services/tasks/load-task.ts';
import { READ_BYTES } from '#shared/services/tasks/task-view.ts';
import { taskRecord } from './task-record.ts';

export const getTask = operation(routes.getTask, async ({ actor, table, now }, { params, query }) => {
  const bounds = { bytes: READ_BYTES, before: query.messages_before, now };
  return reply(taskRecord(await loadTask(table, readerOf(actor), params.id, bounds)));
});
