import { SECOND } from '#shared/domain/time/time.ts';
import { limitedHandler } from './limited-handler.ts';
import { RequestHash } from './request-hash.ts';

export interface ClientLimits {
  /** Attempts of a call, the first one included. */
  readonly maxAttempts: number;
  /**
   * How long one attempt may take until its response begins, the connection included. Uploads take longer than other
   * calls.
   */
  readonly requestMs?: number;
  /**
   * Whether connections are reused. A connection that was idle while Lambda froze the function may be dead, and the
   * first call on it fails. Clients that make further attempts do not notice; without them, do not reuse connections.
   */
  readonly keepAlive?: boolean;
}

const REQUEST_MS = 3 * SECOND;

/**
 * The options of every client of the AWS SDK. Without them a client waits for a connection or a response until the
 * function times out, which ends all that the function does at that moment, and its retries are never made. `sha256` is
 * what signs the requests.
 *
 * See: AWS SDK for JavaScript developer guide, Configuring HTTP requests (node-http-handler).
 */
export function clientOptions({ maxAttempts, requestMs = REQUEST_MS, keepAlive = true }: ClientLimits) {
  // A wait for a free connection would count as a wait for the response, so there is always one.
  const agent = { keepAlive, maxSockets: Number.POSITIVE_INFINITY };
  return {
    maxAttempts,
    sha256: RequestHash,
    extensions: [limitedHandler(requestMs)],
    requestHandler: { httpAgent: agent, httpsAgent: agent },
  };
}
