import * as routes from '../../../shared/contract/routes/a2a.ts';
import { cancelTask as cancel } from '../../../shared/runtime/a2a/cancel-task.ts';
import { operation } from '../../../shared/runtime/pipeline/operation.ts';
import { actingAgent } from './acting-agent.ts';
import { taskAnswer } from './task-record.ts';

export const cancelTask = operation(routes.cancelTask, async ({ actor, table }, { params, body }) => {
  return taskAnswer(await cancel(table, actingAgent(actor), params.id, body));
});
