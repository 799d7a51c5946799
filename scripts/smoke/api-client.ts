// biome-ignore lint/suspicious/noExplicitAny: replies of many operations
export type Body = any;

export interface CallOptions {
  readonly key?: string | undefined;
  readonly body?: object;
  readonly signal?: AbortSignal;
}

/** A response with an error. Its message has the id by which `npm run ops -- find` finds the request. */
export class ApiError extends Error {
  readonly status: number;
  readonly code: string | undefined;

  constructor(call: string, status: number, text: string, requestId: string | null) {
    const { code, message } = errorOf(text);
    super(`${call}: ${status} ${code ?? ''} ${message} (request ${requestId ?? 'without an id'})`);
    this.status = status;
    this.code = code;
  }
}

/** A client of the API, for programs that call many operations. */
export class ApiClient {
  readonly #url: string;

  /** `url` is the address of the API without `/v1`. */
  constructor(url: string) {
    this.#url = url;
  }

  /** Returns the body of a successful response, `undefined` if it has none. Throws an `ApiError` for any other. */
  async call(method: string, path: string, { key, body, signal }: CallOptions = {}): Promise<Body> {
    const response = await fetch(`${this.#url}${path}`, {
      method,
      headers: {
        ...(key !== undefined && { authorization: `Bearer ${key}` }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      ...(signal !== undefined && { signal }),
    });
    const text = await response.text();
    if (!response.ok)
      throw new ApiError(`${method} ${path}`, response.status, text, response.headers.get('x-request-id'));
    return text === '' ? undefined : JSON.parse(text);
  }
}

function errorOf(text: string): { code?: string; message: string } {
  try {
    const { error } = JSON.parse(text) as { error?: { code?: string; message?: string } };
    if (error?.message !== undefined) return { message: error.message, ...(error.code && { code: error.code }) };
  } catch {
    // Not a response of the service.
  }
  return { message: text.slice(0, 200) };
}
