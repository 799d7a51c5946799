import * as routes from '../../../shared/contract/routes/a2a-protocol.ts';
import { protocolOperation } from '../../../shared/runtime/pipeline/operation.ts';
import { restCall } from './rest-call.ts';

export const getA2aPushConfig = protocolOperation(routes.getA2aPushConfig, (context, given) =>
  restCall(context, given, () => ({
    method: 'GetTaskPushNotificationConfig',
    params: { taskId: given.params.task, id: given.params.config },
  })),
);
