import * as routes from '#shared/contract/routes/a2a-protocol.ts';
import { protocolOperation } from '#shared/runtime/pipeline/operation.ts';
import { restCall } from './rest-call.ts';

export const deleteA2aPushConfig = protocolOperation(routes.deleteA2aPushConfig, (context, request) =>
  restCall(context, request, () => ({
    method: 'DeleteTaskPushNotificationConfig',
    params: { taskId: request.params.task, id: request.params.config },
  })),
);
