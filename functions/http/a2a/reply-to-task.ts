import { randomUUID } from 'node:crypto';
import * as routes from '#shared/contract/routes/a2a.ts';
import { contentOf } from '#shared/domain/a2a/content.ts';
import { operation } from '#shared/runtime/pipeline/operation.ts';
import { replyToTask as replyTo } from '#shared/services/tasks/reply-to-task.ts';
import { actingAgent } from './acting-agent.ts';
import { partOf, requestContent } from './part-record.ts';
import { taskReply } from './task-record.ts';

export const replyToTask = operation(routes.replyToTask, async ({ actor, table }, { params, body }) => {
  const artifacts = (body.artifacts ?? []).map(({ artifact_id, parts, ...rest }) => ({
    artifactId: artifact_id ?? randomUUID(),
    ...rest,
    parts: contentOf(parts.map(partOf), null, 'artifacts').parts,
  }));
  const outcome = await replyTo(table, actingAgent(actor), params.id, {
    state: body.state,
    content: requestContent(body),
    result: body.result,
    artifacts,
    claimId: body.claim_id,
  });
  return taskReply(outcome);
});
