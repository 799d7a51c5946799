import type { z } from 'zod';
import type { Route } from '#shared/contract/route.ts';
import { notFound } from '#shared/domain/errors/errors.ts';
import { CALLED, type CalledOperation } from './called-operations.ts';
import { OutOfTimeError, ServiceError, serviceErrorOf } from './service-error.ts';

type Operations = typeof CALLED;

/** The parsed body of a success. */
type SuccessOf<N extends CalledOperation> = Operations[N] extends { reply: infer S extends z.ZodType }
  ? z.output<S>
  : undefined;

type BodyOf<N extends CalledOperation> = Operations[N] extends { body: infer S extends z.ZodType }
  ? z.input<S>
  : undefined;

type QueryValue = string | number | boolean | undefined;

/** What a tool passes to an operation. */
export interface Sent<N extends CalledOperation> {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, QueryValue>>;
  readonly body?: BodyOf<N>;
  readonly headers?: Readonly<Record<string, string>>;
}

/** A success of an operation. */
export interface Received<N extends CalledOperation> {
  readonly body: SuccessOf<N>;
  readonly headers: Headers;
}

export interface ServiceApiOptions {
  readonly baseUrl: string;
  /** The header `authorization` of the caller or for it, so that the API decides what a tool may do. */
  readonly authorization: string;
  /** Gets the ids of the requests that are made, by which their lines of the access log are found. */
  readonly requestIds: string[];
  /** Aborted when the client disconnects. */
  readonly signal: AbortSignal;
  /** Aborted when the call of the tool has to end. */
  readonly deadline: AbortSignal;
  /** Trace context of the client, in headers. */
  readonly trace: Readonly<Record<string, string>>;
}

/**
 * Calls the operations of this service by its own address, with the credentials of the caller. The MCP server so has no
 * right of its own, and every rule of an operation holds for its tool.
 *
 * See: docs/decisions/0058-the-mcp-server.md.
 */
export class ServiceApi {
  readonly #options: ServiceApiOptions;

  constructor(options: ServiceApiOptions) {
    this.#options = options;
  }

  /** The body of a success. Throws a `ServiceError` for any error. */
  async call<N extends CalledOperation>(name: N, sent: Sent<N> = {}): Promise<SuccessOf<N>> {
    const { body } = await this.send(name, sent);
    return body;
  }

  /** A success with its headers. Throws a `ServiceError` for any error. */
  async send<N extends CalledOperation>(name: N, sent: Sent<N> = {}): Promise<Received<N>> {
    const { authorization, trace, requestIds } = this.#options;
    const { method }: Route = CALLED[name];
    const { response, bytes } = await this.#fetch(this.#urlOf(name, sent), {
      method,
      headers: {
        ...trace,
        authorization,
        ...(sent.body !== undefined && { 'content-type': 'application/json' }),
        ...sent.headers,
      },
      ...(sent.body !== undefined && { body: JSON.stringify(sent.body) }),
    });
    requestIds.push(response.headers.get('x-request-id') ?? 'unknown');
    const body = parsed(bytes.toString());
    if (!response.ok) throw serviceErrorOf(response, body);
    return { body: body as SuccessOf<N>, headers: response.headers };
  }

  /** The bytes behind a download link of this service. Throws a `ServiceError` for any error. */
  async download({ download_url: url }: { readonly download_url: string }): Promise<Uint8Array> {
    const { response, bytes } = await this.#fetch(url, {});
    if (!response.ok) throw new ServiceError({ code: 'internal.error', message: 'The file could not be read.' });
    return bytes;
  }

  async #fetch(url: URL | string, request: RequestInit): Promise<{ response: Response; bytes: Buffer }> {
    const { signal, deadline } = this.#options;
    try {
      const response = await fetch(url, { ...request, signal: AbortSignal.any([signal, deadline]), redirect: 'error' });
      return { response, bytes: Buffer.from(await response.arrayBuffer()) };
    } catch (error) {
      if (signal.aborted) throw error;
      if (deadline.aborted) throw new OutOfTimeError();
      throw new ServiceError({ code: 'internal.error', message: 'The service did not respond.' });
    }
  }

  #urlOf<N extends CalledOperation>(name: N, { params = {}, query = {} }: Sent<N>): URL {
    const path = CALLED[name].path.replace(/\{(\w+)\}/g, (_, parameter: string) => segmentOf(params[parameter] ?? ''));
    const url = new URL(this.#options.baseUrl + path);
    for (const [parameter, value] of Object.entries(query)) {
      if (value !== undefined) url.searchParams.set(parameter, String(value));
    }
    return url;
  }
}

/** An id as a segment of a path. Throws 404 for what would lead to another path: no id has this form. */
function segmentOf(id: string): string {
  if (/^\.{0,2}$/.test(id)) throw new ServiceError(notFound());
  return encodeURIComponent(id);
}

function parsed(text: string): unknown {
  try {
    return text === '' ? undefined : JSON.parse(text);
  } catch {
    return undefined;
  }
}
