import type { Readable } from 'node:stream';
import { onAbort } from '../../../typescript/src/signals.ts';
import { type Line, linesOf } from './lines.ts';
import {
  ERROR_CODES,
  errorFor,
  isObject,
  isRequest,
  type Message,
  type Request,
  type RequestId,
  readMessage,
} from './messages.ts';
import type { Service } from './service.ts';
import { ServiceFailure } from './service-failure.ts';
import type { ToolCalls } from './tool-calls.ts';

export interface BridgeParts {
  readonly service: Service;
  readonly tools: ToolCalls;
  /** Writes a line to the client. */
  readonly write: (line: string) => void;
  /** Logs what cannot be reported to the client. */
  readonly log: (line: string) => void;
  readonly signal: AbortSignal;
}

/** The attachments of an email have up to 3.5 MB, which is 4.7 million characters of base64. */
export const MAX_LINE_BYTES = 8_000_000;

/** Passes the messages of an MCP client, one per line, to the service and back. */
export class Bridge {
  readonly #parts: BridgeParts;
  readonly #requests = new Map<RequestId, AbortController>();
  /** Requests that last until the client ends them. */
  readonly #subscriptions = new Set<AbortController>();
  readonly #pending = new Set<Promise<void>>();

  constructor(parts: BridgeParts) {
    this.#parts = parts;
  }

  /** Reads the input to its end, and returns when every request has its response or the signal aborts. */
  async run(input: Readable): Promise<void> {
    const release = onAbort(this.#parts.signal, () => input.destroy());
    try {
      for await (const line of linesOf(input, MAX_LINE_BYTES)) this.#receive(line);
    } finally {
      for (const controller of this.#subscriptions) controller.abort();
      await Promise.all(this.#pending);
      release();
    }
  }

  #receive(line: Line): void {
    if (!('text' in line)) {
      const message = `A message may have at most ${MAX_LINE_BYTES} bytes. Pass files by path.`;
      this.#write(errorFor(idIn(line), { code: ERROR_CODES.request, message }));
      return;
    }
    if (line.text.trim() === '') return;
    const read = readMessage(line.text);
    if ('refusal' in read) this.#write(read.refusal);
    else if (isRequest(read.message)) this.#keep(this.#respond(read.message));
    else if (read.message.method === 'notifications/cancelled') this.#cancel(read.message);
    else this.#keep(this.#notify(read.message));
  }

  #keep(work: Promise<void>): void {
    this.#pending.add(work);
    void work.finally(() => this.#pending.delete(work));
  }

  /** A client that has cancelled a request gets no response to it. */
  #cancel({ params }: Message): void {
    this.#requests.get(params?.requestId as RequestId)?.abort();
  }

  async #respond(request: Request): Promise<void> {
    const controller = new AbortController();
    this.#requests.set(request.id, controller);
    if (request.method === 'subscriptions/listen') this.#subscriptions.add(controller);
    const signal = AbortSignal.any([controller.signal, this.#parts.signal]);
    try {
      const response = await this.#responseTo(request, signal);
      if (!signal.aborted) this.#write(response);
    } catch (error) {
      if (!signal.aborted) this.#write(errorFor(request.id, errorOf(error)));
    } finally {
      this.#subscriptions.delete(controller);
      if (this.#requests.get(request.id) === controller) this.#requests.delete(request.id);
    }
  }

  async #responseTo(request: Request, signal: AbortSignal): Promise<Message> {
    const { service, tools } = this.#parts;
    const forward = (message: Request, isRepeatable: boolean) =>
      service.request(message, { signal, isRepeatable, onMessage: (other) => this.#write(other) });
    if (request.method === 'tools/list') return tools.list(request, forward);
    if (request.method === 'tools/call') return tools.call(request, forward, signal);
    const response = await forward(request, true);
    if (request.method === 'initialize') service.agreedVersion = versionOf(response.result);
    return response;
  }

  async #notify(message: Message): Promise<void> {
    const { service, log, signal } = this.#parts;
    try {
      await service.notify(message, signal);
    } catch (error) {
      if (!signal.aborted) log(`${message.method ?? 'a response'} was not delivered: ${(error as Error).message}`);
    }
  }

  #write(message: Message): void {
    this.#parts.write(`${JSON.stringify(message)}\n`);
  }
}

function errorOf(error: unknown) {
  const { message } = error as Error;
  if (!(error instanceof ServiceFailure)) return { code: ERROR_CODES.internal, message: `aid mcp failed: ${message}` };
  const { status, code, requestId } = error.facts;
  return { code: ERROR_CODES.service, message, data: { status, code, request_id: requestId } };
}

function versionOf(result: unknown): string | undefined {
  const version = isObject(result) ? result.protocolVersion : undefined;
  return typeof version === 'string' ? version : undefined;
}

/** The id of a message that is too long. Clients write it first or last. */
function idIn({ beginning, end }: Exclude<Line, { readonly text: string }>): RequestId | undefined {
  const found =
    /^\s*\{\s*(?:"jsonrpc"\s*:\s*"2\.0"\s*,\s*)?"id"\s*:\s*(\d{1,15}|"[^"\\]{0,100}")\s*,/.exec(beginning) ??
    /,\s*"id"\s*:\s*(\d{1,15}|"[^"\\]{0,100}")\s*(?:,\s*"jsonrpc"\s*:\s*"2\.0"\s*)?\}\s*$/.exec(end);
  return found?.[1] === undefined ? undefined : (JSON.parse(found[1]) as RequestId);
}
