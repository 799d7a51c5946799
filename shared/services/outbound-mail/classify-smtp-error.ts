import { RefusedAddress } from '../../runtime/guarded-lookup.ts';
import { PermanentSendError, TransientSendError } from './mail-provider.ts';
import { SmtpTimeout } from './smtp-session.ts';

/** What nodemailer and Node tell of a failure. */
interface SmtpFailure {
  code?: string;
  originalCode?: string;
  responseCode?: number;
  response?: string;
}

/** Names that Node gives to failures of TLS and of certificates. */
const TLS_FAILURE = /CERT|SSL|TLS|UNABLE_TO_|ISSUER/;

/** The most of a server's own words that is shown. */
const MAX_WORDS = 500;

/** Whether the server says that it will never do what it was asked. 503 is an error of ours. See: RFC 5321, section 4.2.1. */
function isFinal(responseCode: number | undefined): boolean {
  return responseCode !== undefined && responseCode >= 500 && responseCode < 600 && responseCode !== 503;
}

/** The server's own words, on one line. */
export function serverMessage(failure: unknown): string {
  const { response, responseCode } = failure as SmtpFailure;
  const words = (response ?? `the server answered ${responseCode}`).replace(/\s+/g, ' ').trim();
  return words.slice(0, MAX_WORDS).toWellFormed();
}

/**
 * What an error of sending means for the mail. `handedOver`: the mail itself was on its way, so that where no answer
 * came the server may have it.
 */
export function classifySmtpError(error: unknown, handedOver: boolean): PermanentSendError | TransientSendError {
  const { responseCode } = error as SmtpFailure;
  if (error instanceof RefusedAddress) return new PermanentSendError(reasonOf(error));
  if (isFinal(responseCode)) return new PermanentSendError(handedOver ? serverMessage(error) : reasonOf(error));
  return new TransientSendError(reasonOf(error), !handedOver || responseCode !== undefined);
}

/**
 * Why a server cannot be used, for the account's owner: enough to act on, nothing of our network, nothing of what the
 * server said. Whoever names a host must not learn what answers there.
 */
export function reasonOf(error: unknown): string {
  if (error instanceof RefusedAddress) return 'the address of the host is not public';
  if (error instanceof SmtpTimeout) return 'timed out';
  if (!(error instanceof Error)) return 'network error';
  const { code, originalCode, responseCode } = error as Error & SmtpFailure;
  const said = responseCode === undefined ? '' : ` (${responseCode})`;
  const cause = originalCode ?? (error instanceof AggregateError ? (error.errors[0] as SmtpFailure)?.code : undefined);
  switch (code) {
    case 'EAUTH':
      return `the server refuses the login${said}`;
    case 'ETIMEDOUT':
      return 'timed out';
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return 'the name of the host leads nowhere';
    case 'ETLS':
      return cause === undefined ? `no TLS with the server${said}` : `no TLS with the server: ${cause}`;
    case 'EPROTOCOL':
      return 'no mail server answers there';
    case 'ECONNECTION':
      return `the server closed the connection${said}`;
    default:
      if (cause !== undefined && TLS_FAILURE.test(cause)) return `no TLS with the server: ${cause}`;
      if (responseCode !== undefined) return `the server refuses${said}`;
      return `network error: ${cause ?? code ?? error.name}`;
  }
}
