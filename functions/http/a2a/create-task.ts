import * as routes from '#shared/contract/routes/a2a.ts';
import { invalid } from '#shared/domain/errors/errors.ts';
import { operation } from '#shared/runtime/pipeline/operation.ts';
import { createTask as create } from '#shared/services/tasks/create-task.ts';
import { actingAgent } from './acting-agent.ts';
import { requestContent } from './part-record.ts';
import { taskReply } from './task-record.ts';

export const createTask = operation(routes.createTask, async ({ actor, table, now, baseUrl }, { body }) => {
  const content = requestContent(body);
  if (content === undefined) throw invalid('message', 'required, or parts');
  const outcome = await create(table, actingAgent(actor), {
    to: body.to_handle === undefined ? { identityId: body.to_identity_id ?? '' } : { handle: body.to_handle },
    content,
    contextId: body.context_id,
    messageId: body.message_id,
    metadata: body.metadata,
    baseUrl,
    now,
  });
  return taskReply(outcome);
});
