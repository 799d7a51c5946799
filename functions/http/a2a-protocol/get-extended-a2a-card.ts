import * as routes from '#shared/contract/routes/a2a-protocol.ts';
import { protocolOperation } from '#shared/runtime/pipeline/operation.ts';
import { restCall } from './rest-call.ts';

export const getExtendedA2aCard = protocolOperation(routes.getExtendedA2aCard, (context, request) =>
  restCall(context, request, () => ({ method: 'GetExtendedAgentCard', params: {} })),
);
