import { limitAttempt } from './attempt-limits.ts';
import { currentDeadline } from './deadline-scope.ts';

interface SendOptions {
  abortSignal?: AbortSignal;
}

/** What sends the requests of a client of the AWS SDK, as far as it is used here. */
interface Handler {
  handle(request: never, options?: SendOptions): Promise<unknown>;
}

/**
 * An extension that limits each attempt of a client: to some milliseconds until the response begins, after which the
 * SDK makes the next one, and to the deadline of the work that makes the call, which ends all of them.
 *
 * See: AWS SDK for JavaScript developer guide, Configuring retry behavior.
 */
export function limitedHandler(requestMs: number) {
  return {
    configure(client: { httpHandler(): Handler }): void {
      const handler = client.httpHandler();
      const handle = handler.handle.bind(handler);
      handler.handle = async (request, { abortSignal, ...options } = {}) => {
        const limit = new AbortController();
        const stop = limitAttempt(requestMs, () => limit.abort());
        const ends = [limit.signal, abortSignal, currentDeadline()].filter((signal) => signal !== undefined);
        try {
          return await handle(request, { ...options, abortSignal: AbortSignal.any(ends) });
        } catch (error) {
          throw limit.signal.aborted ? noResponse(requestMs) : error;
        } finally {
          stop();
        }
      };
    },
  };
}

/** The SDK makes another attempt after an error of this name, and none after an `AbortError`. */
function noResponse(requestMs: number): Error {
  return Object.assign(new Error(`no response within ${requestMs} ms`), { name: 'TimeoutError' });
}
