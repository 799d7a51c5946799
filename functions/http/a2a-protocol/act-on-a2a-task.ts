import * as routes from '#shared/contract/routes/a2a-protocol.ts';
import { ProtocolError } from '#shared/domain/a2a/protocol-error.ts';
import { protocolOperation } from '#shared/runtime/pipeline/operation.ts';
import { bodyOf, restCall, taskPart } from './rest-call.ts';

/** The custom methods of a task. See: A2A v1.0, section 11.3.2. */
export const actOnA2aTask = protocolOperation(routes.actOnA2aTask, (context, request) =>
  restCall(context, request, () => {
    const { id, verb } = taskPart(request);
    if (verb === 'cancel') return { method: 'CancelTask', params: { ...bodyOf(request), id } };
    if (verb === 'subscribe') return { method: 'SubscribeToTask', params: { id } };
    throw new ProtocolError('METHOD_NOT_FOUND');
  }),
);
