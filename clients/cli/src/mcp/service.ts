import { VERSION } from '../../../typescript/src/generated/version.ts';
import { objectIn } from '../../../typescript/src/json.ts';
import { retryPause } from '../../../typescript/src/retry-pause.ts';
import { pause } from '../../../typescript/src/signals.ts';
import { isResponseTo, type Message, type Request } from './messages.ts';
import { type IncomingResponse, messagesOf, textOf } from './response-messages.ts';
import { brokenConnection, errorStatus, RefusedCall, ServiceFailure, unusableResponse } from './service-failure.ts';
import { Silence } from './silence.ts';
import { standardHeaders } from './standard-headers.ts';

/** Where the messages go. */
export interface ServiceAddress {
  /** Includes the path. */
  readonly url: string;
  readonly key: string;
  /** The agent that an org key acts for: its id or its handle. */
  readonly identity?: string | undefined;
}

export interface ServiceTimes {
  /** How long to wait without receiving anything. The service's waits end within 50 s. */
  readonly silenceMs: number;
  /** The longest pause before the first retry, if not the SDK's default. It doubles. */
  readonly firstPauseMs?: number;
}

/** How a request is made. */
export interface RequestOptions {
  readonly signal: AbortSignal;
  /** Whether to retry although the service may have carried out the request. */
  readonly isRepeatable: boolean;
  /** Receives what precedes the response: notifications, and requests from the service. */
  readonly onMessage: (message: Message) => void;
}

const MAX_ATTEMPTS = 5;
/** A longer `Retry-After` is passed on to the caller, because clients give up after a minute. */
const MAX_RETRY_AFTER_MS = 15_000;
const USUAL_TIMES: ServiceTimes = { silenceMs: 90_000 };

/** The MCP endpoint of the service, over HTTP. */
export class Service {
  /** What the client and the service have negotiated, for revisions before 2026-07-28. */
  agreedVersion: string | undefined;
  readonly #address: ServiceAddress;
  readonly #times: ServiceTimes;

  constructor(address: ServiceAddress, times: Partial<ServiceTimes> = {}) {
    this.#address = address;
    this.#times = { ...USUAL_TIMES, ...times };
  }

  /** Sends a message that needs no response. Throws `ServiceFailure`. */
  notify(message: Message, signal: AbortSignal): Promise<void> {
    return this.#exchange(message, signal, async (incoming) => void (await textOf(incoming)));
  }

  /** The response to a request. Temporary failures are retried. Throws `ServiceFailure`. */
  async request(request: Request, { signal, isRepeatable, onMessage }: RequestOptions): Promise<Message> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await this.#exchange(request, signal, (incoming) => responseIn(request, incoming, onMessage));
      } catch (error) {
        if (!(error instanceof ServiceFailure)) throw error;
        const refusal = refusalIn(request, error);
        if (refusal !== undefined) return refusal;
        const ms = this.#pauseAfter(attempt, error, isRepeatable);
        if (ms === undefined && error instanceof RefusedCall) return error.response;
        if (ms === undefined) throw isRepeatable ? error : error.ofCall();
        await pause(ms, signal);
      }
    }
  }

  async #exchange<T>(message: Message, signal: AbortSignal, read: (from: IncomingResponse) => Promise<T>): Promise<T> {
    signal.throwIfAborted();
    const { url } = this.#address;
    const silence = new Silence(this.#times.silenceMs, signal);
    try {
      const response = await fetch(url, {
        method: 'POST',
        headers: this.#headers(message),
        body: JSON.stringify(message),
        // A key is sent only to the address of the service.
        redirect: 'manual',
        signal: silence.signal,
      });
      const incoming = { url, headers: response.headers, parts: partsOf(response, silence) };
      if (!response.ok) throw errorStatus(url, response, await textOf(incoming));
      return await read(incoming);
    } catch (error) {
      signal.throwIfAborted();
      if (error instanceof ServiceFailure) throw error;
      throw brokenConnection(url, silence.signal.aborted ? silence.signal.reason : error);
    } finally {
      silence.end();
    }
  }

  #headers(message: Message): Record<string, string> {
    const { key, identity } = this.#address;
    return {
      accept: 'application/json, text/event-stream',
      'content-type': 'application/json',
      'user-agent': `aid-stack-mcp/${VERSION}`,
      authorization: `Bearer ${key}`,
      ...(identity !== undefined && { 'aid-identity': identity }),
      ...standardHeaders(message, this.agreedVersion),
    };
  }

  #pauseAfter(attempt: number, { facts }: ServiceFailure, isRepeatable: boolean): number | undefined {
    const { mayPass, mayBeDone, retryAfterMs } = facts;
    if (attempt >= MAX_ATTEMPTS || !mayPass || (mayBeDone && !isRepeatable)) return undefined;
    return retryPause(attempt - 1, retryAfterMs, MAX_RETRY_AFTER_MS, this.#times.firstPauseMs);
  }
}

async function* partsOf({ body }: Response, silence: Silence): AsyncGenerator<string> {
  for await (const part of (body ?? new Blob([]).stream()).pipeThrough(new TextDecoderStream())) {
    silence.touch();
    yield part;
  }
}

async function responseIn(
  request: Request,
  incoming: IncomingResponse,
  onMessage: RequestOptions['onMessage'],
): Promise<Message> {
  for await (const message of messagesOf(incoming)) {
    if (isResponseTo(request, message)) return unlessRefused(message, incoming);
    if (message.method !== undefined) onMessage(message);
  }
  throw unusableResponse(incoming.url, 'no response to the request');
}

/** A response to a call that the service has carried out. It names a time to repeat only the others. */
function unlessRefused(response: Message, { headers }: IncomingResponse): Message {
  const seconds = Number(headers.get('retry-after') ?? Number.NaN);
  if (Number.isNaN(seconds)) return response;
  throw new RefusedCall(response, seconds);
}

/** A final error in the form of the protocol, which is passed on as it is. */
function refusalIn(request: Request, { facts }: ServiceFailure): Message | undefined {
  const said = objectIn(facts.body ?? '') as Partial<Message>;
  const isRefusal = !facts.mayPass && said.jsonrpc === '2.0' && said.id === request.id && said.error !== undefined;
  return isRefusal ? (said as Message) : undefined;
}
