import type { OutgoingHttpHeaders, ServerResponse } from 'node:http';
import { AidError, ConnectionError } from '../../../typescript/src/index.ts';
import { UnusableValue } from './credential.ts';

/** Why the proxy does not pass on a request: the response to the program that sent it. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
  readonly status: number;
  /** What is wrong, for programs: `proxy.host_refused`, or the code of the service. */
  readonly code: string;
  readonly retryAfterMs: number | undefined;

  constructor(status: number, code: string, message: string, retryAfterMs?: number) {
    super(message);
    this.status = status;
    this.code = code;
    this.retryAfterMs = retryAfterMs;
  }
}

/** Sends a refusal in the form of the service's errors, and ends the connection, of which a body may still arrive. */
export function refuse(response: ServerResponse, { status, code, message, retryAfterMs }: Refusal): void {
  const headers: OutgoingHttpHeaders = { 'content-type': 'application/json', connection: 'close' };
  if (retryAfterMs !== undefined) headers['retry-after'] = String(Math.ceil(retryAfterMs / 1000));
  response.writeHead(status, headers);
  response.end(`${JSON.stringify({ error: { code, message } })}\n`);
}

/** The refusal for a lease that gave no value. */
export function refusalOf(error: unknown): Refusal {
  if (error instanceof Refusal) return error;
  if (error instanceof UnusableValue)
    return new Refusal(502, 'proxy.value_unusable', `The request was not sent: ${error.message}.`);
  if (!(error instanceof AidError))
    return new Refusal(502, 'proxy.failed', 'The request was not sent: the proxy failed.');
  const { code, message, status, retryable, retryAfterMs } = error;
  if (error instanceof ConnectionError || status === undefined) {
    return new Refusal(503, code, 'The request was not sent: the service that has the secret cannot be reached.');
  }
  const text = `The request was not sent, because the secret was not given: ${message}`;
  if (status === 429) return new Refusal(429, code, text, retryAfterMs);
  // The program's own credentials are not what is wrong, and the host that it asked for is not what is missing.
  return new Refusal(status >= 500 || retryable ? 503 : 403, code, text, retryAfterMs);
}
