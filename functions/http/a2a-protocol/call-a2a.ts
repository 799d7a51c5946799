import * as routes from '../../../shared/contract/routes/a2a-protocol.ts';
import { ProtocolError } from '../../../shared/domain/a2a/protocol-error.ts';
import { rpcErrorBody } from '../../../shared/domain/a2a/protocol-error-body.ts';
import { type ProtocolResponse, protocolOperation } from '../../../shared/runtime/pipeline/operation.ts';
import { METHODS, type MethodName } from '../../../shared/services/a2a-protocol/methods.ts';
import { assertSafeParams } from './assert-safe-params.ts';
import { callOf } from './call-of.ts';
import { requireVersion } from './required-version.ts';
import { readRpcRequest } from './rpc-request.ts';
import { serverSentEvents } from './server-sent-events.ts';
import { toProtocolError } from './to-protocol-error.ts';

/** The JSON-RPC binding: whatever becomes of a request, its answer is HTTP 200. See: A2A v1.0, section 9. */
export const callA2a = protocolOperation(routes.callA2a, async (context, given) => {
  const reading = readRpcRequest(given.body);
  if ('error' in reading) return answer(rpcErrorBody(reading.id, reading.error));
  const { id, method, params } = reading.request;
  const refuse = (error: unknown) => rpcErrorBody(id ?? null, toProtocolError(error, context));
  try {
    requireVersion(given);
    if (!Object.hasOwn(METHODS, method)) throw new ProtocolError('METHOD_NOT_FOUND');
    const result = await METHODS[method as MethodName](callOf(context, given), assertSafeParams(params));
    if (id === undefined) return { status: 204 };
    const frame = (value: object) => ({ jsonrpc: '2.0', id, result: value });
    if (result.kind === 'one') return answer(frame(result.value));
    return serverSentEvents(result.values, { value: frame, error: refuse });
  } catch (error) {
    const frame = refuse(error);
    return id === undefined ? { status: 204 } : answer(frame);
  }
});

function answer(body: object): ProtocolResponse {
  return { status: 200, body };
}
