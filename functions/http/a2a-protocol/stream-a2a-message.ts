import * as routes from '#shared/contract/routes/a2a-protocol.ts';
import { protocolOperation } from '#shared/runtime/pipeline/operation.ts';
import { bodyOf, restCall } from './rest-call.ts';

export const streamA2aMessage = protocolOperation(routes.streamA2aMessage, (context, request) =>
  restCall(context, request, () => ({ method: 'SendStreamingMessage', params: bodyOf(request) })),
);
