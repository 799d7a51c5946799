import * as routes from '#shared/contract/routes/a2a-protocol.ts';
import { ProtocolError } from '#shared/domain/a2a/protocol-error.ts';
import { protocolOperation } from '#shared/runtime/pipeline/operation.ts';
import { queryOf, restCall, taskPart } from './rest-call.ts';

/**
 * Reads a task or subscribes to it. The proto file binds SubscribeToTask to GET, the text of the specification to POST.
 */
export const getA2aTask = protocolOperation(routes.getA2aTask, (context, request) =>
  restCall(context, request, () => {
    const { id, verb } = taskPart(request);
    if (verb === 'subscribe') return { method: 'SubscribeToTask', params: { id } };
    if (verb !== undefined) throw new ProtocolError('METHOD_NOT_FOUND');
    return { method: 'GetTask', params: { ...queryOf(request), id } };
  }),
);
