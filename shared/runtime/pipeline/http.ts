/** A request as the pipeline sees it, free of any transport. */
export interface HttpRequest {
  /** Made by the gateway; in the answer, in every error and in the logs. */
  requestId: string;
  method: string;
  /** The route's path, with `{id}` where a parameter is. */
  resource: string;
  /** The path as called. */
  path: string;
  /** Names in lower case. */
  headers: Readonly<Record<string, string>>;
  query: Readonly<Record<string, readonly string[]>>;
  params: Readonly<Record<string, string>>;
  /** Text, or bytes where they are not valid UTF-8; null without a body. */
  body: string | Uint8Array | null;
  /** The caller's network address, from the connection and never from a header. */
  address: string;
  /** What stands before `/v1`. */
  baseUrl: string;
}

/** An answer, free of any transport. `body` is a JSON value, or undefined for none. */
export interface HttpResponse {
  status: number;
  headers: Record<string, string>;
  body: unknown;
  /** Instead of a body: text that is sent as it comes. */
  stream?: AsyncIterable<string>;
}
