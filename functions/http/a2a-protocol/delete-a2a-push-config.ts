import * as routes from '../../../shared/contract/routes/a2a-protocol.ts';
import { protocolOperation } from '../../../shared/runtime/pipeline/operation.ts';
import { restCall } from './rest-call.ts';

export const deleteA2aPushConfig = protocolOperation(routes.deleteA2aPushConfig, (context, given) =>
  restCall(context, given, () => ({
    method: 'DeleteTaskPushNotificationConfig',
    params: { taskId: given.params.task, id: given.params.config },
  })),
);
