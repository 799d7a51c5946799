import { isIP } from 'node:net';
import { UsageError } from '../usage-error.ts';
import { ExchangeError } from './exchange-error.ts';
import { reasonOf } from './reason.ts';

/** A request to the token endpoint of a provider. */
export interface ExchangeRequest {
  /** The provider, for messages: `AWS`. */
  readonly provider: string;
  readonly endpoint: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** A form, or an object that is sent as JSON. */
  readonly body: URLSearchParams | Readonly<Record<string, string>>;
  /** What may not be in a message: the identity token. */
  readonly secret: string;
  readonly signal: AbortSignal;
}

/** How long a provider may take. The libraries of Google and AWS give up on this program after 30 and 60 seconds. */
const TIMEOUT_MS = 20_000;

/**
 * Sends a request to a token endpoint, and returns the text of the response. It is sent once: the tools that run this
 * command try again. Throws `ExchangeError` if the provider refuses the token, redirects, or cannot be reached.
 */
export async function exchange(request: ExchangeRequest): Promise<string> {
  const { provider, endpoint, headers = {}, body, secret, signal } = request;
  const isForm = body instanceof URLSearchParams;
  let response: Response;
  let text: string;
  try {
    response = await fetch(checkedEndpoint(endpoint), {
      method: 'POST',
      headers: isForm ? headers : { 'content-type': 'application/json', ...headers },
      body: isForm ? body : JSON.stringify(body),
      // Another address must not get the token.
      redirect: 'error',
      signal: AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]),
    });
    text = await response.text();
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof UsageError) throw error;
    throw new ExchangeError(`${provider} cannot be reached at ${new URL(endpoint).origin}: ${causeOf(error)}`);
  }
  if (response.ok) return text;
  const { status } = response;
  throw new ExchangeError(`${provider} refused the exchange with ${status}: ${reasonOf(text, secret)}`, status);
}

/** The address of a token endpoint. Throws `UsageError` if the token would be sent without encryption. */
function checkedEndpoint(endpoint: string): URL {
  if (!URL.canParse(endpoint)) throw new UsageError(`--endpoint: expected an address, got "${endpoint}"`);
  const url = new URL(endpoint);
  if (url.username !== '' || url.password !== '') throw new UsageError('--endpoint: an address without a password');
  if (url.protocol === 'https:' || (url.protocol === 'http:' && isLoopback(url.hostname))) return url;
  throw new UsageError(`--endpoint: expected https://, or http:// on this machine, got "${endpoint}"`);
}

function isLoopback(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || (isIP(hostname) === 4 && hostname.startsWith('127.'));
}

/** Why a request failed: fetch names it in the cause. */
function causeOf(error: unknown): string {
  const { message, cause } = error as Error;
  return cause instanceof Error && cause.message !== '' ? cause.message : message;
}
