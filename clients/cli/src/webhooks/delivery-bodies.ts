import type { Aid, Event, EventType } from '../../../typescript/src/index.ts';
import { untilDone } from '../../../typescript/src/loops/backoff.ts';

/** The most events that a list returns with their bodies. See: docs/contract/events.md#event-history. */
const AT_ONCE = 50;

interface Filter {
  readonly types: readonly EventType[] | undefined;
  readonly identityId: string | undefined;
  readonly signal: AbortSignal;
}

/**
 * The exact delivery bodies of events, which only the service can build. They are fetched for many events at a time.
 */
export class DeliveryBodies {
  readonly #client: Aid;
  readonly #filter: Filter;
  #read: ReadonlyMap<string, string> = new Map();

  constructor(client: Aid, filter: Filter) {
    this.#client = client;
    this.#filter = filter;
  }

  /** The body for an event. Callers must ask in the order of the events. */
  async of({ id, created_at }: Event): Promise<string> {
    if (!this.#read.has(id)) this.#read = await this.#from(created_at);
    const body = this.#read.get(id);
    if (body === undefined) throw new Error(`the service did not return the body of event ${id}`);
    return body;
  }

  /** The bodies of the events starting at a time. */
  async #from(time: string): Promise<ReadonlyMap<string, string>> {
    const { types, identityId, signal } = this.#filter;
    const query = {
      since: new Date(Date.parse(time) - 1),
      limit: AT_ONCE,
      delivery_body: true,
      ...(types?.length === 1 && { type: types[0] as EventType }),
    };
    const read = () => this.#client.events.list(query, { identityId, signal }).firstPage();
    const events = await untilDone(read, signal);
    return new Map([...events].flatMap(({ id, delivery_body: body }) => (body === undefined ? [] : [[id, body]])));
  }
}
