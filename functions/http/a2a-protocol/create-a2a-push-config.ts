import * as routes from '../../../shared/contract/routes/a2a-protocol.ts';
import { protocolOperation } from '../../../shared/runtime/pipeline/operation.ts';
import { bodyOf, restCall } from './rest-call.ts';

export const createA2aPushConfig = protocolOperation(routes.createA2aPushConfig, (context, given) =>
  restCall(context, given, () => ({
    method: 'CreateTaskPushNotificationConfig',
    params: { ...bodyOf(given), taskId: given.params.task },
  })),
);
