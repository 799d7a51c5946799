import * as routes from '../../../shared/contract/routes/a2a.ts';
import { readerOf } from '../../../shared/runtime/a2a/actor.ts';
import { loadTask } from '../../../shared/runtime/a2a/load-task.ts';
import { READ_BYTES } from '../../../shared/runtime/a2a/task-view.ts';
import { operation, reply } from '../../../shared/runtime/pipeline/operation.ts';
import { taskRecord } from './task-record.ts';

export const getTask = operation(routes.getTask, async ({ actor, table }, { params, query }) => {
  const bounds = { bytes: READ_BYTES, before: query.messages_before };
  return reply(taskRecord(await loadTask(table, readerOf(actor), params.id, bounds)));
});
