import * as routes from '#shared/contract/routes/a2a-protocol.ts';
import { protocolOperation } from '#shared/runtime/pipeline/operation.ts';
import { queryOf, restCall } from './rest-call.ts';

export const listA2aPushConfigs = protocolOperation(routes.listA2aPushConfigs, (context, request) =>
  restCall(context, request, () => ({
    method: 'ListTaskPushNotificationConfigs',
    params: { ...queryOf(request), taskId: request.params.task },
  })),
);
