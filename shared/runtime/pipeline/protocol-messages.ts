/** A request that the pipeline refuses, with the id and the address of the service that a response may name. */
export interface RefusedRequest extends ProtocolRequest {
  readonly requestId: string;
  readonly baseUrl: string;
}

/** A request that the protocol's own code parses. */
export interface ProtocolRequest {
  readonly method: string;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly params: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, readonly string[]>>;
  readonly body: string | Uint8Array | null;
}

/** The response of a protocol: a JSON value, no body, or a stream of text. */
export interface ProtocolResponse {
  status: number;
  headers?: Record<string, string>;
  body?: unknown;
  stream?: AsyncIterable<string>;
}

/** A signed request as it arrived: the signature covers its bytes. */
export interface SignedBody {
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly bytes: Uint8Array;
}
