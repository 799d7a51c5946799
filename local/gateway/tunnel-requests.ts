/** A request through a tunnel of this machine. */
export interface TunnelRequest {
  /** The tunnel's part of its public address. */
  readonly address: string;
  readonly time: string;
  readonly method: string;
  /** The path at the tunnelled server, with its query. */
  readonly path: string;
  readonly status: number;
  readonly latency_ms: number;
}

/** How many requests are kept. */
const KEPT = 200;

/**
 * The newest requests through tunnels, in memory. A stage logs none of them: they are the traffic of other servers. On
 * one machine their owner wants to see them.
 */
export class TunnelRequests {
  #newest: readonly TunnelRequest[] = [];

  /** Adds a request to the API of tunnels: `/t/<address>/<path>`. */
  add({ target, ...request }: Omit<TunnelRequest, 'address' | 'path'> & { readonly target: string }): void {
    const [, address, path = ''] = /^\/t\/([^/?]+)(.*)$/.exec(target) ?? [];
    if (address === undefined) return;
    this.#newest = [{ address, path: path === '' ? '/' : path, ...request }, ...this.#newest].slice(0, KEPT);
  }

  /** The newest first. */
  list(): readonly TunnelRequest[] {
    return this.#newest;
  }
}
