import * as routes from '#shared/contract/routes/a2a-protocol.ts';
import { ProtocolError } from '#shared/domain/a2a/protocol-error.ts';
import { oldRpcErrorBody, rpcErrorBody } from '#shared/domain/a2a/protocol-error-body.ts';
import { protocolOperation } from '#shared/runtime/pipeline/operation.ts';
import type { ProtocolRequest, ProtocolResponse } from '#shared/runtime/pipeline/protocol-messages.ts';
import { METHODS, type MethodName } from '#shared/services/a2a-protocol/methods.ts';
import { assertSafeParams } from './assert-safe-params.ts';
import { callOf } from './call-of.ts';
import { isOldClient, requireVersion } from './required-version.ts';
import { type RpcId, readRpcRequest } from './rpc-request.ts';
import { serverSentEvents, singleEvent } from './server-sent-events.ts';
import { toProtocolError } from './to-protocol-error.ts';

/** The JSON-RPC binding. Its responses have the status 200, also for errors. See: A2A v1.0, section 9. */
export const callA2a = protocolOperation(routes.callA2a, async (context, request) => {
  const parsed = readRpcRequest(request.body);
  if ('error' in parsed) return respondWith(rpcErrorBody(parsed.id, parsed.error));
  const { id, method, params } = parsed.request;
  const errorBody = (error: unknown) => rpcErrorBody(id ?? null, toProtocolError(error, context));
  const versionError = versionErrorOf(request);
  if (versionError !== undefined) return id === undefined ? { status: 204 } : refuseVersion(request, id, versionError);
  try {
    if (!Object.hasOwn(METHODS, method)) throw new ProtocolError('METHOD_NOT_FOUND');
    const result = await METHODS[method as MethodName](callOf(context, request), assertSafeParams(params));
    if (id === undefined) {
      if (result.kind === 'stream') await result.close();
      return { status: 204 };
    }
    const frame = (value: object) => ({ jsonrpc: '2.0', id, result: value });
    if (result.kind === 'one') return respondWith(frame(result.value));
    return serverSentEvents(result.values, { value: frame, error: errorBody });
  } catch (error) {
    const frame = errorBody(error);
    return id === undefined ? { status: 204 } : respondWith(frame);
  }
});

function versionErrorOf(request: ProtocolRequest): ProtocolError | undefined {
  try {
    requireVersion(request);
    return undefined;
  } catch (error) {
    if (error instanceof ProtocolError) return error;
    throw error;
  }
}

/**
 * Refuses a version in a form that its clients can decode. A client of 0.3 that asks for a stream reads errors from the
 * stream only.
 */
function refuseVersion(request: ProtocolRequest, id: RpcId, error: ProtocolError): ProtocolResponse {
  if (!isOldClient(request)) return respondWith(rpcErrorBody(id, error));
  const body = oldRpcErrorBody(id, error);
  const wantsStream = request.headers.accept?.includes('text/event-stream') && !request.headers.accept.includes('json');
  return wantsStream ? singleEvent(body) : respondWith(body);
}

function respondWith(body: object): ProtocolResponse {
  return { status: 200, body };
}
