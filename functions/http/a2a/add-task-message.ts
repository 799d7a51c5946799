import * as routes from '#shared/contract/routes/a2a.ts';
import { invalid } from '#shared/domain/errors/errors.ts';
import { operation } from '#shared/runtime/pipeline/operation.ts';
import { addMessage } from '#shared/services/tasks/add-message.ts';
import { actingAgent } from './acting-agent.ts';
import { requestContent } from './part-record.ts';
import { taskReply } from './task-record.ts';

export const addTaskMessage = operation(routes.addTaskMessage, async ({ actor, table }, { params, body }) => {
  const content = requestContent(body);
  if (content === undefined) throw invalid('message', 'required, or parts');
  const message = { content, messageId: body.message_id };
  return taskReply(await addMessage(table, actingAgent(actor), params.id, message));
});
