/** What the SDK passes to `fetch`: a part of what every `fetch` accepts. */
export interface FetchInit {
  readonly method?: string;
  readonly headers?: Record<string, string>;
  readonly body?: string | ArrayBuffer;
  readonly redirect?: 'manual';
  readonly signal?: AbortSignal;
}

/** What the SDK uses of a response. */
export interface FetchedResponse {
  readonly status: number;
  readonly ok: boolean;
  readonly type: string;
  readonly headers: { get(name: string): string | null };
  text(): Promise<string>;
  arrayBuffer(): Promise<ArrayBuffer>;
}

/** A function such as the global `fetch`, or that of the `undici` package. */
export type Fetch = (url: string, init: FetchInit) => Promise<FetchedResponse>;

/** What the SDK uses of a WebSocket. The parameters of the handlers are those of the implementation. */
export interface WebSocketLike {
  readonly readyState: number;
  readonly bufferedAmount: number;
  onopen: ((event: never) => void) | null;
  onmessage: ((event: never) => void) | null;
  onclose: ((event: never) => void) | null;
  onerror: ((event: never) => void) | null;
  send(text: string): void;
  close(): void;
}

/** A constructor such as the global `WebSocket`, or that of the `ws` or `undici` package. */
export type WebSocketConstructor = new (url: string, protocols?: string[]) => WebSocketLike;
