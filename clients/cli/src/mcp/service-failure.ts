import { errorOf, reasonOf } from '../../../typescript/src/errors.ts';
import type { Message } from './messages.ts';

interface FailureFacts {
  readonly status?: number | undefined;
  readonly code: string;
  readonly requestId?: string | undefined;
  /** How long the service asks callers to wait. */
  readonly retryAfterMs?: number | undefined;
  /** The body of the response. */
  readonly body?: string;
  /** Whether another attempt may succeed. */
  readonly mayPass: boolean;
  /** Whether the service may have carried out the request. */
  readonly mayBeDone: boolean;
}

/** The service returned no usable response. The message is for people and models: what happened, and what to do. */
export class ServiceFailure extends Error {
  override readonly name = 'ServiceFailure';
  readonly facts: FailureFacts;

  constructor(message: string, facts: FailureFacts) {
    super(message);
    this.facts = facts;
  }

  /** The failure of a call that must not be made twice. */
  ofCall(): ServiceFailure {
    if (!this.facts.mayBeDone) return this;
    return new ServiceFailure(
      `${this.message} The call may have taken effect; check before you repeat it.`,
      this.facts,
    );
  }
}

/** A call of a tool that the service has not carried out, because of a rate limit. Its result says so to the model. */
export class RefusedCall extends ServiceFailure {
  readonly response: Message;

  constructor(response: Message, retryAfterSeconds: number) {
    const facts = {
      code: 'rate_limit.exceeded',
      retryAfterMs: retryAfterSeconds * 1000,
      mayPass: true,
      mayBeDone: false,
    };
    super('The service refused the call because of a rate limit.', facts);
    this.response = response;
  }
}

/** Errors from before a connection was made, so that nothing was sent. */
const NEVER_CONNECTED: ReadonlySet<unknown> = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
]);

/** A request that failed before a response was complete. */
export function brokenConnection(url: string, error: unknown): ServiceFailure {
  const reason = reasonOf(error);
  if (NEVER_CONNECTED.has((error as { cause?: { code?: string } }).cause?.code)) {
    return new ServiceFailure(`No connection to ${url}: ${reason}. Check the network, and --url or AID_URL.`, {
      code: 'connection.refused',
      mayPass: true,
      mayBeDone: false,
    });
  }
  return unusableResponse(url, `incomplete response: ${reason}`);
}

/** A response that is cut off, or is not of this protocol. */
export function unusableResponse(url: string, what: string): ServiceFailure {
  return new ServiceFailure(`${url} sent ${what}.`, { code: 'connection.failed', mayPass: true, mayBeDone: true });
}

/** A response with an error status. `text` is its body. */
export function errorStatus(url: string, response: Response, text: string): ServiceFailure {
  const error = errorOf(response, text);
  const { status = 0, code, requestId, retryAfterMs } = error;
  const said = sentence(error.message);
  const fail = (message: string, mayPass: boolean, mayBeDone: boolean) =>
    new ServiceFailure(message, { status, code, requestId, retryAfterMs, body: text, mayPass, mayBeDone });
  if (status >= 500) return fail(`The service failed: ${said}`, true, true);
  if (status === 429) {
    const wait = retryAfterMs === undefined ? 'later' : `in ${Math.ceil(retryAfterMs / 1000)} s`;
    return fail(`Rate limit: ${said} Try again ${wait}.`, true, false);
  }
  return fail(refusal(url, response, said), false, false);
}

function refusal(url: string, { status, headers }: Response, said: string): string {
  if (status < 400) {
    return `${url} redirects to ${headers.get('location')}, to which the key is not sent. Pass the right address as --url.`;
  }
  if (status === 401) return `The service refused the key: ${said} Run aid login, or set --key or AID_KEY.`;
  if (status === 404) return `${url} does not serve this protocol: ${said} Check --url or AID_URL.`;
  return `The service refused the request: ${said}`;
}

/** The service's message, shortened for a model. */
function sentence(text: string): string {
  const short = text.slice(0, 2_000);
  return /[.!?]$/.test(short) ? short : `${short}.`;
}
