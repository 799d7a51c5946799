import type { TextType } from '#shared/contract/route.ts';

/** A request, independent of the transport. */
export interface HttpRequest {
  /** Created by the gateway; part of the response, of every error and of the logs. */
  requestId: string;
  method: string;
  /** The route's path, with placeholders such as `{id}`. */
  resource: string;
  /** The path that the caller requested. */
  path: string;
  /** Names in lower case. */
  headers: Readonly<Record<string, string>>;
  query: Readonly<Record<string, readonly string[]>>;
  params: Readonly<Record<string, string>>;
  /** Text, or bytes that are not valid UTF-8; null without a body. */
  body: string | Uint8Array | null;
  /** The caller's IP address, from the connection and never from a header. */
  address: string;
  /** The URL of the service up to `/v1`. */
  baseUrl: string;
  /** The URLs under which the API is reached: `baseUrl`, the host that the caller used, and API Gateway's own. */
  ownUrls: readonly string[];
}

/** A request without a credential that is enough for it. */
export type ChallengedRequest = Pick<HttpRequest, 'headers' | 'query' | 'baseUrl'>;

/** A body that is text. */
export interface TextBody {
  readonly type: TextType;
  readonly text: string;
}

/** The response to a refused request of an endpoint: a JSON value, or a text. */
export interface EndpointRefusal {
  readonly status: number;
  readonly body?: unknown;
  readonly text?: TextBody;
  readonly headers?: Record<string, string>;
}

/** A response, independent of the transport. `body` is a JSON value, or undefined for no body. */
export interface HttpResponse {
  status: number;
  headers: Record<string, string>;
  body: unknown;
  /** Text that is sent in place of the body. */
  text?: string;
  /** Text that is sent as it is produced, in place of a body. */
  stream?: AsyncIterable<string>;
}
