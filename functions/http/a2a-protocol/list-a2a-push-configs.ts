import * as routes from '../../../shared/contract/routes/a2a-protocol.ts';
import { protocolOperation } from '../../../shared/runtime/pipeline/operation.ts';
import { queryOf, restCall } from './rest-call.ts';

export const listA2aPushConfigs = protocolOperation(routes.listA2aPushConfigs, (context, given) =>
  restCall(context, given, () => ({
    method: 'ListTaskPushNotificationConfigs',
    params: { ...queryOf(given), taskId: given.params.task },
  })),
);
