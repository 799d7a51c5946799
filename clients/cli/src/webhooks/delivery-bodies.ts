import type { Aid, Event, EventType } from '../../../typescript/src/index.ts';
import { untilDone } from '../../../typescript/src/loops/backoff.ts';

/** The most events that a list returns with their bodies. See: docs/contract/events.md#event-history. */
const AT_ONCE = 50;

interface Filter {
  readonly types: readonly EventType[] | undefined;
  readonly identityId: string | undefined;
  readonly signal: AbortSignal;
}

/** The exact bodies of the deliveries of events, which the service knows: read for many events at once. */
export class DeliveryBodies {
  readonly #client: Aid;
  readonly #filter: Filter;
  #read: ReadonlyMap<string, string> = new Map();

  constructor(client: Aid, filter: Filter) {
    this.#client = client;
    this.#filter = filter;
  }

  /** The body of an event. Events are asked for in their order. */
  async of({ id, created_at }: Event): Promise<string> {
    if (!this.#read.has(id)) this.#read = await this.#from(created_at);
    const body = this.#read.get(id);
    if (body === undefined) throw new Error(`the service does not return the body of the event ${id}`);
    return body;
  }

  /** The bodies of the events from a time on. */
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
