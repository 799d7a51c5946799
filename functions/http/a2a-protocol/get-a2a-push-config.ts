import * as routes from '#shared/contract/routes/a2a-protocol.ts';
import { protocolOperation } from '#shared/runtime/pipeline/operation.ts';
import { restCall } from './rest-call.ts';

export const getA2aPushConfig = protocolOperation(routes.getA2aPushConfig, (context, request) =>
  restCall(context, request, () => ({
    method: 'GetTaskPushNotificationConfig',
    params: { taskId: request.params.task, id: request.params.config },
  })),
);
