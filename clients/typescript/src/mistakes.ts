import { ValidationError } from './errors.ts';

/**
 * A mistake of the program, found before a request is made: never retried, and no error of the connection. Its message
 * begins with the name of the option or parameter.
 */
export function mistake(option: string, what: string, cause?: unknown): ValidationError {
  return new ValidationError(`${option}: ${what}`, { code: 'validation.failed', retryable: false, cause });
}

/** A header value that every runtime can send: Latin-1 without control characters. See: RFC 9110, section 5.5. */
const HEADER_VALUE = /^[\t\x20-\x7e\x80-\xff]*$/;
/** See: RFC 9110, section 5.6.2. */
const HEADER_NAME = /^[\w!#$%&'*+.^`|~-]+$/;

/** The key without white space around it. Its error does not reveal it, as the runtime's for a header would. */
export function keyOf(key: string | undefined): string | undefined {
  if (key === undefined) return undefined;
  const trimmed = String(key).trim();
  if (trimmed === '') throw mistake('key', 'it is empty');
  if (/[^\x21-\x7e]/.test(trimmed)) throw mistake('key', 'it contains a character that keys never contain');
  return trimmed;
}

/** The address of the service without slashes at its end. */
export function addressOf(url: string): string {
  const { protocol, search, hash } = URL.canParse(url) ? new URL(url) : ({} as URL);
  if (!/^https?:$/.test(protocol)) throw mistake('url', `expected an address with http or https, got "${url}"`);
  if (search + hash !== '') throw mistake('url', `expected an address without a query or fragment, got "${url}"`);
  return url.replace(/\/+$/, '');
}

/** Throws for a timeout that is no positive time. Infinity is none. */
export function requireTimeout(ms: number | undefined, least = Number.MIN_VALUE): void {
  if (ms !== undefined && !(ms >= least)) throw mistake('timeoutMs', `expected milliseconds, got ${ms}`);
}

export function requireRetries(count: number | undefined): void {
  if (count !== undefined && !(count >= 0 && Math.floor(Number(count)) === count)) {
    throw mistake('maxRetries', `expected a whole number from 0, got ${count}`);
  }
}

/** The headers with names in lower case. */
export function headersOf(headers: Readonly<Record<string, string>> = {}): Record<string, string> {
  const pairs = Object.entries(headers).map(([name, value]): [string, string] => {
    if (!HEADER_NAME.test(name)) throw mistake('headers', `"${name}" is no header name`);
    if (typeof value !== 'string' || !HEADER_VALUE.test(value)) {
      throw mistake('headers', `the value of "${name}" cannot be sent`);
    }
    return [name.toLowerCase(), value];
  });
  return Object.fromEntries(pairs);
}

export function requireIdempotencyKey(key: string | undefined): void {
  if (key !== undefined && !/^[\x21-\x7e]+( +[\x21-\x7e]+)*$/.test(key)) {
    throw mistake('idempotencyKey', 'expected printable characters of ASCII');
  }
}

/** An id as a path segment. Throws for an id that would change the path. */
export function segment(id: unknown, name: string): string {
  if (typeof id !== 'string' || /^\.{0,2}$/.test(id)) throw mistake(name, `an id is missing, or is "." or ".."`);
  return encodeURIComponent(id);
}

/**
 * Throws for anything but the 32 bytes of a public key in base64. So a private key is not sent by mistake: in each of
 * its usual forms it is longer.
 */
export function requirePublicKey(key: unknown): void {
  if (key === undefined || (typeof key === 'string' && /^[A-Za-z0-9+/]{43}=$/.test(key))) return;
  throw mistake('public_key', 'expected 32 bytes in base64: use publicKeyOf');
}

/** A time as the service writes it. */
export function timeOf(time: string | number | Date, name: string): string {
  try {
    return new Date(time).toISOString();
  } catch {
    throw mistake(name, `expected a time, got "${time}"`);
  }
}
