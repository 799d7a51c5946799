import * as routes from '#shared/contract/routes/a2a-protocol.ts';
import { protocolOperation } from '#shared/runtime/pipeline/operation.ts';
import { bodyOf, restCall } from './rest-call.ts';

export const createA2aPushConfig = protocolOperation(routes.createA2aPushConfig, (context, request) =>
  restCall(context, request, () => ({
    method: 'CreateTaskPushNotificationConfig',
    params: { ...bodyOf(request), taskId: request.params.task },
  })),
);
