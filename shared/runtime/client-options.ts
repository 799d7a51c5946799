import { SECOND } from '#shared/domain/time/time.ts';
import { readEnv } from './env.ts';
import { RequestHash } from './request-hash.ts';

export interface ClientLimits {
  /** Attempts of a call, the first one included. */
  readonly maxAttempts: number;
  /** How long one attempt may take until its response begins. Uploads take longer than other calls. */
  readonly requestMs?: number;
  /**
   * Whether connections are reused. A connection that was idle while Lambda froze the function may be dead, and the
   * first call on it fails. Clients that make further attempts do not notice; without them, do not reuse connections.
   */
  readonly keepAlive?: boolean;
}

/**
 * Ends a call with all its attempts after a time, in milliseconds. On one machine, where emulated services share the
 * processor with the functions, it is as much longer as the limits of each attempt are.
 */
export function callDeadline(timeoutMs: number): AbortSignal {
  return AbortSignal.timeout(timeoutMs * readEnv('SDK_TIMEOUT_FACTOR').SDK_TIMEOUT_FACTOR);
}

const CONNECT_MS = SECOND;
const REQUEST_MS = 3 * SECOND;

/**
 * The options of every client of the AWS SDK. Without them a client waits for a connection or a response until the
 * function times out, which ends all that the function does at that moment, and its retries are never made. `sha256` is
 * what signs the requests.
 *
 * See: AWS SDK for JavaScript developer guide, Configuring HTTP requests (node-http-handler).
 */
export function clientOptions({ maxAttempts, requestMs = REQUEST_MS, keepAlive = true }: ClientLimits) {
  const { SDK_TIMEOUT_FACTOR: factor } = readEnv('SDK_TIMEOUT_FACTOR');
  return {
    maxAttempts,
    sha256: RequestHash,
    requestHandler: {
      // The wait for a free connection counts as part of it.
      connectionTimeout: CONNECT_MS * factor,
      requestTimeout: requestMs * factor,
      // By default the SDK only logs a request that takes too long.
      throwOnRequestTimeout: true,
      ...(!keepAlive && { httpAgent: { keepAlive }, httpsAgent: { keepAlive } }),
    },
  };
}
