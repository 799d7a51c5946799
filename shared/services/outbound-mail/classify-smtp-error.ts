import { RefusedAddress } from '#shared/runtime/guarded-lookup.ts';
import { PermanentSendError, TransientSendError } from './mail-provider.ts';
import { SmtpTimeout } from './smtp-session.ts';

/** The fields that nodemailer and Node.js set on errors. */
interface SmtpFailure {
  code?: string;
  originalCode?: string;
  responseCode?: number;
  response?: string;
}

/** Error codes of Node.js for TLS and certificate failures. */
const TLS_FAILURE = /CERT|SSL|TLS|UNABLE_TO_|ISSUER/;

/** Characters of a server's message that are shown. */
const MAX_MESSAGE_CHARACTERS = 500;

/**
 * Whether the server's reply is permanent. 503 (bad sequence of commands) would be our error. See: RFC 5321, section
 * 4.2.1.
 */
function isFinal(responseCode: number | undefined): boolean {
  return responseCode !== undefined && responseCode >= 500 && responseCode < 600 && responseCode !== 503;
}

/** The server's message, on one line. */
export function serverMessage(failure: unknown): string {
  const { response, responseCode } = failure as SmtpFailure;
  const message = (response ?? `the server responded with ${responseCode}`).replace(/\s+/g, ' ').trim();
  return message.slice(0, MAX_MESSAGE_CHARACTERS).toWellFormed();
}

/**
 * Decides whether an error of a server is permanent. `isMailSent`: the mail was already on its way, so without a reply
 * the server may have accepted it.
 */
export function classifySmtpError(error: unknown, isMailSent: boolean): PermanentSendError | TransientSendError {
  const { responseCode } = error as SmtpFailure;
  if (error instanceof RefusedAddress) return new PermanentSendError(reasonOf(error));
  if (isFinal(responseCode)) return new PermanentSendError(isMailSent ? serverMessage(error) : reasonOf(error));
  return new TransientSendError(reasonOf(error), !isMailSent || responseCode !== undefined);
}

/**
 * The reason why a server cannot be used, for the owner of the account. It reveals nothing about our network and
 * nothing that the server said, because an owner could use it to probe hosts.
 */
export function reasonOf(error: unknown): string {
  if (error instanceof RefusedAddress) return 'the address of the host is not public';
  if (error instanceof SmtpTimeout) return 'timed out';
  if (!(error instanceof Error)) return 'network error';
  const { code, originalCode, responseCode } = error as Error & SmtpFailure;
  const status = responseCode === undefined ? '' : ` (${responseCode})`;
  const cause = originalCode ?? (error instanceof AggregateError ? (error.errors[0] as SmtpFailure)?.code : undefined);
  switch (code) {
    case 'EAUTH':
      return `the server refused the login${status}`;
    case 'ETIMEDOUT':
      return 'timed out';
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return 'the host name cannot be resolved';
    case 'ETLS':
      return cause === undefined ? `TLS with the server failed${status}` : `TLS with the server failed: ${cause}`;
    case 'EPROTOCOL':
      return 'no mail server responds at this host and port';
    case 'ECONNECTION':
      return `the server closed the connection${status}`;
    default:
      if (cause !== undefined && TLS_FAILURE.test(cause)) return `TLS with the server failed: ${cause}`;
      if (responseCode !== undefined) return `the server refused${status}`;
      return `network error: ${cause ?? code ?? error.name}`;
  }
}
