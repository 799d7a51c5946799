import { readEnv } from '#shared/runtime/env.ts';
import { forgetApiKey, ownApiKey } from './own-api-key.ts';

/** The largest part of a response that an error names. */
const MAX_SHOWN = 200;

export interface Sent {
  readonly method?: 'GET' | 'POST';
  readonly body?: object;
}

/** Requests a URL. Returns the text of a success; throws for every other response, and for a redirection. */
export async function fetchText(url: string, init: RequestInit): Promise<string> {
  const response = await fetch(url, { ...init, redirect: 'error' });
  const text = await response.text();
  if (!response.ok) throw new UnexpectedResponseError(new URL(url).pathname, response.status, text);
  return text;
}

class UnexpectedResponseError extends Error {
  readonly status: number;

  constructor(path: string, status: number, text: string) {
    super(`${path}: ${status} ${text.slice(0, MAX_SHOWN)}`);
    this.name = 'UnexpectedResponseError';
    this.status = status;
  }
}

/** When the public address of the API has led to a success last, in this process. */
let reachedAt = 0;

/** Whether a call of another way has reached the API by its public address within this time. */
export function hasReachedApi(now: number, withinMs: number): boolean {
  return now - reachedAt < withinMs;
}

/**
 * Calls the API by its public address with the key of the heartbeat, as a customer does, and returns the text of the
 * response. A key that is refused is replaced for the next try.
 */
export async function requestApi(
  path: string,
  now: number,
  signal: AbortSignal,
  { method = 'GET', body }: Sent = {},
): Promise<string> {
  const { API_URL } = readEnv('API_URL');
  const headers: Record<string, string> = {
    authorization: `Bearer ${await ownApiKey(now, signal)}`,
    ...(body !== undefined && { 'content-type': 'application/json' }),
  };
  const sent = body === undefined ? {} : { body: JSON.stringify(body) };
  try {
    const text = await fetchText(`${API_URL}${path}`, { method, headers, signal, ...sent });
    reachedAt = now;
    return text;
  } catch (error) {
    if (error instanceof UnexpectedResponseError && error.status === 401) forgetApiKey();
    throw error;
  }
}

/** Does the same, and returns the body of the response. */
export async function callApi<T>(...call: Parameters<typeof requestApi>): Promise<T> {
  return JSON.parse(await requestApi(...call)) as T;
}
