import * as routes from '#shared/contract/routes/a2a-protocol.ts';
import { protocolOperation } from '#shared/runtime/pipeline/operation.ts';
import { bodyOf, restCall } from './rest-call.ts';

export const sendA2aMessage = protocolOperation(routes.sendA2aMessage, (context, request) =>
  restCall(context, request, () => ({ method: 'SendMessage', params: bodyOf(request) })),
);
