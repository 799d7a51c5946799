import type { Aid, Event, EventType } from '../../../typescript/src/index.ts';
import { untilDone } from '../../../typescript/src/loops/backoff.ts';
import { NotFoundError } from '../not-found-error.ts';

/** The most events that a list returns with their bodies. See: docs/contract/events.md#event-history. */
const AT_ONCE = 50;

/** The time in an id is when it was made, and `created_at` may be a little later. */
const MARGIN_MS = 5_000;
const DIGITS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** The time in the id of an event, in Unix milliseconds. See: docs/contract/conventions.md. */
function timeIn(id: string): number | undefined {
  const [, time] = /^evt_([0-7][0-9A-HJKMNP-TV-Z]{9})[0-9A-HJKMNP-TV-Z]{16}$/.exec(id) ?? [];
  return time === undefined ? undefined : [...time].reduce((sum, digit) => sum * 32 + DIGITS.indexOf(digit), 0);
}

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

  /**
   * An event with its body, found by its id, which begins with the time of the event. Throws `NotFoundError` if the log
   * has none.
   */
  async find(id: string): Promise<{ readonly event: Event; readonly body: string }> {
    const { identityId, signal } = this.#filter;
    const time = timeIn(id);
    if (time !== undefined) {
      const query = { since: new Date(Math.max(0, time - MARGIN_MS)), delivery_body: true, limit: AT_ONCE };
      for await (const event of this.#client.events.list(query, { identityId, signal })) {
        if (event.id === id && event.delivery_body !== undefined) return { event, body: event.delivery_body };
        if (Date.parse(event.created_at) > time + MARGIN_MS) break;
      }
    }
    throw new NotFoundError(`the log has no event ${id}; aid events list shows the ids`);
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
