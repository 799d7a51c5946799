import { SECOND } from '#shared/domain/time/time.ts';
import { currentDeadline } from './deadline-scope.ts';
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

const CONNECT_MS = SECOND;
const REQUEST_MS = 3 * SECOND;

interface SendOptions {
  abortSignal?: AbortSignal;
}

/** What sends the requests of a client, as far as it is used here. */
interface Handler {
  handle(request: never, options?: SendOptions): Promise<unknown>;
}

/** Ends each request of a client at the deadline of the work that makes it. */
const ENDS_AT_DEADLINE = {
  configure(client: { httpHandler(): Handler }): void {
    const handler = client.httpHandler();
    const handle = handler.handle.bind(handler);
    handler.handle = (request, options) => handle(request, withinDeadline(options));
  },
};

function withinDeadline(options: SendOptions = {}): SendOptions {
  const deadline = currentDeadline();
  if (deadline === undefined) return options;
  const { abortSignal: own } = options;
  return { ...options, abortSignal: own === undefined ? deadline : AbortSignal.any([own, deadline]) };
}

/**
 * The options of every client of the AWS SDK. Without them a client waits for a connection or a response until the
 * function times out, which ends all that the function does at that moment, and its retries are never made. `sha256` is
 * what signs the requests.
 *
 * See: AWS SDK for JavaScript developer guide, Configuring HTTP requests (node-http-handler).
 */
export function clientOptions({ maxAttempts, requestMs = REQUEST_MS, keepAlive = true }: ClientLimits) {
  // A wait for a free connection would count as part of the time to connect, so there is always one.
  const agent = { keepAlive, maxSockets: Number.POSITIVE_INFINITY };
  return {
    maxAttempts,
    sha256: RequestHash,
    extensions: [ENDS_AT_DEADLINE],
    requestHandler: {
      connectionTimeout: CONNECT_MS,
      requestTimeout: requestMs,
      // By default the SDK only logs a request that takes too long.
      throwOnRequestTimeout: true,
      httpAgent: agent,
      httpsAgent: agent,
    },
  };
}
