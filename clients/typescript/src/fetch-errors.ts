import { type AidError, ConnectionError, reasonOf } from './errors.ts';
import { mistake } from './mistakes.ts';

/** How runtimes name failures of the network that have neither a code nor a cause. */
const OF_NETWORK = /fetch|network|load failed|connection|socket|terminated|timed? ?out|aborted/i;

interface FetchError {
  readonly name?: string;
  readonly message?: string;
  readonly code?: unknown;
  readonly cause?: { readonly code?: unknown };
}

/**
 * The error for what `fetch` threw. The program's own `fetch` may throw anything: what is no failure of the network is
 * a mistake of the program, which another attempt would repeat.
 */
export function errorOfFetch(error: unknown, what: string, isOwn: boolean): AidError {
  const { name, message, code, cause } = (error ?? {}) as FetchError;
  const reason = reasonOf(error);
  const codes = `${code ?? ''} ${cause?.code ?? ''}`;
  const isNamed = codes.trim() !== '' || cause !== undefined || OF_NETWORK.test(`${name} ${message}`);
  // Runtimes also have codes for wrong arguments: ERR_INVALID_URL, UND_ERR_INVALID_ARG.
  if (isOwn && (!isNamed || /INVALID/.test(codes))) return mistake('fetch', `it failed: ${reason}`, error);
  return new ConnectionError(`${what}: ${reason}.`, { code: 'connection.failed', retryable: true, cause: error });
}
