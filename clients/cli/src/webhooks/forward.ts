import { setTimeout as pause } from 'node:timers/promises';

/** The same timeout as the service's. */
const TIMEOUT_MS = 10_000;
/** Gives a receiver time to restart before the next attempt. */
const PAUSES_MS = [500, 1_500];

/** The result of a forwarded delivery. */
export interface Forwarded {
  /** The status of the response, or null without one. */
  readonly status: number | null;
  readonly duration_ms: number;
  /** Why there was no response. */
  readonly error: string | null;
}

/**
 * Posts a delivery to a local receiver. Any response ends it; without one, two more attempts are made. Like the
 * service, it does not follow redirects.
 */
export async function forward(
  url: string,
  { body, headers }: { readonly body: string; readonly headers: () => Record<string, string> },
  signal: AbortSignal,
): Promise<Forwarded> {
  for (let attempt = 0; ; attempt += 1) {
    const outcome = await post(url, body, headers(), signal);
    const wait = PAUSES_MS[attempt];
    if (outcome.status !== null || wait === undefined) return outcome;
    await pause(wait, undefined, { signal });
  }
}

async function post(
  url: string,
  body: string,
  headers: Record<string, string>,
  signal: AbortSignal,
): Promise<Forwarded> {
  const began = performance.now();
  const outcome = (status: number | null, error: string | null) => {
    return { status, duration_ms: Math.round(performance.now() - began), error };
  };
  try {
    const limit = AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]);
    const response = await fetch(url, { method: 'POST', body, headers, redirect: 'manual', signal: limit });
    await response.arrayBuffer();
    return outcome(response.status, null);
  } catch (error) {
    signal.throwIfAborted();
    return outcome(null, reasonOf(error));
  }
}

function reasonOf(error: unknown): string {
  const { name, message, cause } = error as Error & { cause?: { code?: string } };
  return name === 'TimeoutError' ? `no response within ${TIMEOUT_MS / 1000} s` : (cause?.code ?? message);
}
