import * as routes from '#shared/contract/routes/a2a-protocol.ts';
import { protocolOperation } from '#shared/runtime/pipeline/operation.ts';
import { queryOf, restCall } from './rest-call.ts';

export const listA2aTasks = protocolOperation(routes.listA2aTasks, (context, request) =>
  restCall(context, request, () => ({ method: 'ListTasks', params: queryOf(request) })),
);
