import { setTimeout as pause } from 'node:timers/promises';
import { textOfBody } from '../output/body-lines.ts';

/** The same timeout as the service's. */
const TIMEOUT_MS = 10_000;
/** What of a response is read: only its status counts, and a receiver may never end its body. */
const MAX_RESPONSE_BYTES = 64 * 1024;
/** How long a body may take after the headers. The service waits as long. */
const MAX_BODY_MS = 2_000;
/** What is shown of a response that is not a success, as much as the service keeps. */
const MAX_SHOWN_BYTES = 2 * 1024;
/** Gives a receiver time to restart before the next attempt. */
const PAUSES_MS = [500, 1_500];

/** The result of a forwarded delivery. */
export interface Forwarded {
  /** The status of the response, or null without one. */
  readonly status: number | null;
  readonly duration_ms: number;
  /** Why there was no response. */
  readonly error: string | null;
  /** The beginning of the body of a response that is not a success, if it is a text. */
  readonly response?: string;
}

/** What is posted. The headers have the time of each attempt. */
interface Posted {
  readonly body: string;
  readonly headers: () => Record<string, string>;
}

/** No connection was made, so the receiver is not running, or has another address. */
const UNREACHABLE = /^(?:ECONNREFUSED|EHOSTUNREACH|EHOSTDOWN|ENETUNREACH|ENOTFOUND|EAI_AGAIN|UND_ERR_CONNECT_TIMEOUT)$/;
const UNREACHABLE_PAUSE_MS = 2_000;

/**
 * Like `forward`, but waits for a receiver that cannot be reached: no event would arrive there, and none may be passed
 * over. Calls back once if it waits.
 */
export async function forwardWhenReachable(
  url: string,
  posted: Posted,
  { signal, onUnreachable }: { readonly signal: AbortSignal; readonly onUnreachable: (error: string) => void },
): Promise<Forwarded> {
  for (let isFirst = true; ; isFirst = false) {
    const outcome = await forward(url, posted, signal);
    if (!UNREACHABLE.test(outcome.error ?? '')) return outcome;
    if (isFirst) onUnreachable(outcome.error ?? '');
    await pause(UNREACHABLE_PAUSE_MS, undefined, { signal });
  }
}

/**
 * Posts a delivery to a local receiver. Any response ends it; without one, two more attempts are made. Like the
 * service, it does not follow redirects.
 */
export async function forward(url: string, { body, headers }: Posted, signal: AbortSignal): Promise<Forwarded> {
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
  const outcome = (status: number | null, error: string | null): Forwarded => {
    return { status, duration_ms: Math.round(performance.now() - began), error };
  };
  try {
    const ending = new AbortController();
    const limit = AbortSignal.any([signal, ending.signal, AbortSignal.timeout(TIMEOUT_MS)]);
    const response = await fetch(url, { method: 'POST', body, headers, redirect: 'manual', signal: limit });
    const beginning = textOfBody(await drain(response, ending)) ?? '';
    signal.throwIfAborted();
    const isShown = !response.ok && beginning !== '';
    return { ...outcome(response.status, null), ...(isShown && { response: beginning }) };
  } catch (error) {
    signal.throwIfAborted();
    return outcome(null, reasonOf(error));
  }
}

/**
 * Reads a response to its end, so that its connection can be used again. One that is too large or takes too long is
 * dropped, and one may break off: its status counts all the same. Returns its beginning, and never throws.
 */
async function drain({ body }: Response, ending: AbortController): Promise<Buffer> {
  let bytes = 0;
  let beginning = Buffer.alloc(0);
  const timer = setTimeout(() => ending.abort(), MAX_BODY_MS);
  try {
    for await (const chunk of body ?? []) {
      if (bytes < MAX_SHOWN_BYTES) beginning = Buffer.concat([beginning, chunk]).subarray(0, MAX_SHOWN_BYTES);
      bytes += chunk.byteLength;
      if (bytes > MAX_RESPONSE_BYTES) break;
    }
  } catch {
    // What came until then is shown.
  } finally {
    clearTimeout(timer);
  }
  return beginning;
}

function reasonOf(error: unknown): string {
  const { name, message, cause } = error as Error & { cause?: { code?: string } };
  return name === 'TimeoutError' ? `no response within ${TIMEOUT_MS / 1000} s` : (cause?.code ?? message);
}
