import { preciseNow } from './statistics.ts';
import type { Tenant } from './tenant.ts';
import { until } from './until.ts';

/** A client of one event stream that notes when each event arrives. */
export class StreamClient {
  /** Epoch milliseconds of the arrival, by event. */
  readonly arrivals = new Map<string, number>();
  readonly #socket: WebSocket;
  #ready = false;
  #pongs = 0;

  private constructor(socket: WebSocket) {
    this.#socket = socket;
    socket.addEventListener('message', ({ data }) => {
      const { type, event } = JSON.parse(String(data)) as { type: string; event?: { id: string } };
      if (type === 'ready') this.#ready = true;
      if (type === 'pong') this.#pongs += 1;
      if (event !== undefined) this.arrivals.set(event.id, preciseNow());
    });
  }

  /** Opens a stream of all events of the organization, and waits for its first message. */
  static async open(tenant: Tenant): Promise<StreamClient> {
    const { connect_url } = await tenant.asOrg.post<{ connect_url: string }>('/v1/events/streams', {});
    const client = new StreamClient(new WebSocket(connect_url));
    await until('the first message of a stream', () => client.#ready, { withinMs: 120_000, everyMs: 5 });
    return client;
  }

  /** Sends a ping and waits for the pong. */
  async ping(): Promise<void> {
    const before = this.#pongs;
    this.#socket.send('{"type":"ping"}');
    await until('a pong', () => this.#pongs > before, { everyMs: 5 });
  }

  untilArrived(eventId: string): Promise<void> {
    return until('an event on a stream', () => this.arrivals.has(eventId), { withinMs: 240_000, everyMs: 5 });
  }

  async close(): Promise<void> {
    const closed = new Promise((resolve) => this.#socket.addEventListener('close', resolve, { once: true }));
    this.#socket.close();
    await closed;
  }
}
