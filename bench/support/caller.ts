/** Calls the API with one credential. Any response but a success is an error, because a benchmark expects none. */
export class Caller {
  readonly #url: string;
  readonly #key: string | undefined;

  constructor(url: string, key?: string) {
    this.#url = url;
    this.#key = key;
  }

  get<T>(path: string): Promise<T> {
    return this.#call<T>('GET', path);
  }

  post<T>(path: string, body?: unknown, headers: Record<string, string> = {}): Promise<T> {
    return this.#call<T>('POST', path, body, headers);
  }

  patch<T>(path: string, body: unknown): Promise<T> {
    return this.#call<T>('PATCH', path, body);
  }

  put<T>(path: string, body: unknown): Promise<T> {
    return this.#call<T>('PUT', path, body);
  }

  /** Reads an endless response until the signal aborts. */
  async watch(path: string, signal: AbortSignal): Promise<void> {
    const response = await fetch(this.#url + path, { signal, headers: { authorization: `Bearer ${this.#key}` } });
    if (!response.ok) throw new Error(`GET ${path}: ${response.status} ${await response.text()}`);
    await response.text().catch((error: unknown) => {
      if (!signal.aborted) throw error;
    });
  }

  async delete(path: string): Promise<void> {
    await this.#call('DELETE', path);
  }

  async #call<T>(method: string, path: string, body?: unknown, headers: Record<string, string> = {}): Promise<T> {
    const response = await fetch(this.#url + path, {
      method,
      headers: {
        ...(this.#key === undefined ? {} : { authorization: `Bearer ${this.#key}` }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      body: body === undefined ? undefined : JSON.stringify(body),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`);
    return (text === '' ? undefined : JSON.parse(text)) as T;
  }
}
