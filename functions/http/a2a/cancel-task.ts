import * as routes from '#shared/contract/routes/a2a.ts';
import { operation } from '#shared/runtime/pipeline/operation.ts';
import { cancelTask as cancel } from '#shared/services/tasks/cancel-task.ts';
import { actingAgent } from './acting-agent.ts';
import { taskReply } from './task-record.ts';

export const cancelTask = operation(routes.cancelTask, async ({ actor, table }, { params, body }) => {
  return taskReply(await cancel(table, actingAgent(actor), params.id, body));
});
