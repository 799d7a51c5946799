import type { Header } from '#shared/domain/tunnel/forwarded-headers.ts';

/** A request to the public address of a tunnel. */
export interface PublicRequest {
  readonly tunnelAddress: string;
  readonly method: string;
  /** Path and query below the public address, as the client sent them. */
  readonly path: string;
  /** The public path of the tunnel, which the tunnelled server does not see. */
  readonly prefix: string;
  /** The whole public path, without the query. */
  readonly publicPath: string;
  readonly headers: readonly Header[];
  readonly body: Uint8Array;
  /** The IP address of the client. */
  readonly address: string;
  readonly host: string;
  readonly protocol: 'http' | 'https';
}

/** What the public client gets. A body that is read later has no known length. */
export interface PublicResponse {
  readonly status: number;
  readonly headers: readonly Header[];
  readonly body: Uint8Array | AsyncIterable<Uint8Array>;
}
