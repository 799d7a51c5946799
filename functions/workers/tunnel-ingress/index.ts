import { Readable } from 'node:stream';
import middy from '@middy/core';
import { executionModeStreamifyResponse } from '@middy/core/StreamifyResponse';
import type { APIGatewayProxyEvent } from 'aws-lambda';
import { TUNNEL_MS } from '#shared/contract/gateway-timeouts.ts';
import { isHealthEvent } from '#shared/contract/health.ts';
import { getTable } from '#shared/runtime/clients.ts';
import { withResponseDeadline } from '#shared/runtime/deadline-scope.ts';
import { readEnv } from '#shared/runtime/env.ts';
import { checkHealth } from '#shared/runtime/health.ts';
import { reportFailure } from '#shared/runtime/report-failure.ts';
import { getKeyring } from '#shared/runtime/stage-keyring.ts';
import { forwardRequest } from '#shared/services/tunnels/forward-request.ts';
import type { PublicResponse } from '#shared/services/tunnels/public-exchange.ts';
import { ResponseTooLargeError } from '#shared/services/tunnels/read-response.ts';
import { tunnelError } from '#shared/services/tunnels/tunnel-error.ts';
import { publicRequestOf } from './public-request.ts';

interface StreamedResult {
  statusCode: number;
  multiValueHeaders: Record<string, string[]>;
  body: Readable;
}

/**
 * Serves the public addresses of tunnels. It is apart from the API: another host, so that nothing that a tunnelled
 * server sends can act on the API's origin.
 *
 * See: docs/contract/tunnels.md.
 */
export const handler = middy<APIGatewayProxyEvent, StreamedResult>({
  executionMode: executionModeStreamifyResponse,
}).handler(async (event, context) => {
  if (isHealthEvent(event)) {
    await checkHealth(event);
    return resultOf({ status: 204, headers: [], body: new Uint8Array() });
  }
  try {
    const env = readEnv('LIMITS', 'STAGE_LONG_CALLS', 'STAGE_ADDRESS_CALLS');
    const slots = { stageLongCalls: env.STAGE_LONG_CALLS, stageAddressCalls: env.STAGE_ADDRESS_CALLS };
    const services = { table: getTable(), limits: env.LIMITS, ...slots, keyring: getKeyring };
    const forward = () => forwardRequest(services, publicRequestOf(event));
    const awaited = { arrivedAt: event.requestContext.requestTimeEpoch, waitMs: TUNNEL_MS };
    return resultOf(await withResponseDeadline(context, awaited, forward));
  } catch (error) {
    reportFailure('public request failed', error);
    return resultOf(tunnelError('internal'));
  }
});

function resultOf({ status, headers, body }: PublicResponse): StreamedResult {
  // A map, because a server may send a header named `constructor` or `__proto__`.
  const values = new Map<string, string[]>();
  for (const [name, value] of headers) {
    const key = name.toLowerCase();
    values.set(key, [...(values.get(key) ?? []), value]);
  }
  const pieces = body instanceof Uint8Array ? [body] : reportingFailures(body);
  const stream = Readable.from(pieces, { objectMode: false });
  return { statusCode: status, multiValueHeaders: Object.fromEntries(values), body: stream };
}

/**
 * A body that cannot be read to its end fails the invocation: only so does API Gateway end the transfer without its
 * last chunk. It counts for the alarm unless the tunnelled server sent more than can pass.
 */
async function* reportingFailures(body: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    yield* body;
  } catch (error) {
    if (!(error instanceof ResponseTooLargeError)) reportFailure('public request failed', error);
    throw error;
  }
}
