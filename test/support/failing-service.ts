import { vi } from 'vitest';
import { Aid, type AidOptions } from '#clients/typescript/src/index.ts';

/** A call as the service gets it. */
interface Attempt {
  readonly at: number;
  readonly key: string | null;
  readonly body: unknown;
}

/** What becomes of an attempt: a response, an error of the network, or nothing at all. */
type Outcome = () => Response | Promise<Response>;

/** The outcomes of the attempts that tests choose from. */
export const success: Outcome = () => Response.json({ id: 'msg_1' });
export const refused: Outcome = () =>
  Promise.reject(new TypeError('fetch failed', { cause: new Error('connection reset') }));
export const cutOff: Outcome = () => new Response('{"id": "ms');
export const cutOffError: Outcome = () => new Response('{"error": {"co', { status: 500 });
export const silent: Outcome = () => new Promise(() => {});

/** A response with an error of the service. */
export function failure(status: number, { retryable = false, headers = {} as Record<string, string> } = {}): Outcome {
  const error = { code: `test.${status}`, message: 'It failed.', request_id: 'req_1', retryable };
  return () => Response.json({ error }, { status, headers });
}

/** A client of a service with these outcomes, the last one for ever, and the attempts that were made. */
export function clientOf(outcomes: readonly Outcome[], options: AidOptions = {}) {
  const attempts: Attempt[] = [];
  const fetch = (_url: unknown, { headers, body, signal }: RequestInit = {}) => {
    const outcome = outcomes[Math.min(attempts.length, outcomes.length - 1)] as Outcome;
    attempts.push({ at: Date.now(), key: new Headers(headers).get('idempotency-key'), body });
    return Promise.race([
      outcome(),
      new Promise<Response>((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason))),
    ]);
  };
  return { aid: new Aid({ key: 'aid_agt_test', url: 'http://aid.test', fetch, ...options }), attempts };
}

/** How a promise ends when all timers have run. */
export async function settled<T>(promise: Promise<T>): Promise<{ value?: T; error?: unknown }> {
  const ended = promise.then(
    (value) => ({ value }),
    (error: unknown) => ({ error }),
  );
  await vi.runAllTimersAsync();
  return ended;
}

/** Makes the call of which a test looks at the attempts. */
export const send = (aid: Aid, options = {}) => aid.mail.send({ to: 'ada@example.com', text: 'Hello' }, options);
