import type { IncomingMessage, ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { readBody } from '../http/read-body.ts';

/** Below the timeout of a delivery, and long enough that the service counts the receiver as slow. */
const SLOW_MS = 2_000;

const RETRY_AFTER_SECONDS = 30;

/** How many deliveries of each receiver are kept. */
const MAX_KEPT = 50;

/** The largest request that is read. No delivery is as large. */
const MAX_BYTES = 1024 * 1024;

/** What a receiver can do with a delivery. `hang`: it never responds. */
export const RECEIVER_RESPONSES = ['ok', 'slow', '429', '500', '410', 'hang'] as const;
export type ReceiverResponse = (typeof RECEIVER_RESPONSES)[number];

/** A request that a receiver got, and how it responded. */
interface Arrived {
  readonly received_at: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
  readonly response: ReceiverResponse;
}

/** A webhook receiver that this machine offers to an organization. */
export interface LocalReceiver {
  readonly url: string;
  response: ReceiverResponse;
  /** The signing secret of the endpoint that the console made for it. */
  secret: string | null;
  /** The newest first. */
  deliveries: readonly Arrived[];
}

/** The path of each receiver, before the slug of its organization. */
const PATH = '/_local/receivers/';

/**
 * One webhook receiver for each organization, which responds as a person has set it. Everything is in memory: after a
 * restart each receiver responds at once again.
 *
 * See: docs/contract/local-profile.md#failure-dials.
 */
export class LocalReceivers {
  readonly #url: string;
  readonly #exists: (slug: string) => Promise<boolean>;
  readonly #bySlug = new Map<string, LocalReceiver>();

  constructor(url: string, exists: (slug: string) => Promise<boolean>) {
    this.#url = url;
    this.#exists = exists;
  }

  /** The receiver of an organization; `undefined` if there is no such organization. */
  async of(slug: string): Promise<LocalReceiver | undefined> {
    const known = this.#bySlug.get(slug);
    if (known !== undefined || !(await this.#exists(slug))) return known;
    const url = `${this.#url}${PATH}${slug}`;
    const made = this.#bySlug.get(slug) ?? { url, response: 'ok', secret: null, deliveries: [] };
    this.#bySlug.set(slug, made);
    return made;
  }

  /** The receivers that do not respond as usual. */
  failing(): readonly { organization: string; response: ReceiverResponse }[] {
    const all = [...this.#bySlug].map(([organization, { response }]) => ({ organization, response }));
    return all.filter(({ response }) => response !== 'ok');
  }

  /** Responds to a request to a receiver; false if the request is for none. */
  readonly serve = async (request: IncomingMessage, response: ServerResponse, path: string): Promise<boolean> => {
    if (request.method !== 'POST' || !path.startsWith(PATH)) return false;
    const receiver = await this.of(path.slice(PATH.length));
    if (receiver === undefined) return false;
    await receive(receiver, request, response);
    return true;
  };
}

async function receive(receiver: LocalReceiver, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const body = (await readBody(request, MAX_BYTES)).toString('utf8');
  const { response: chosen, deliveries } = receiver;
  const arrived = { received_at: new Date().toISOString(), headers: request.headers, body, response: chosen };
  receiver.deliveries = [arrived, ...deliveries].slice(0, MAX_KEPT);
  // The connection ends when the service gives up, or the stack stops.
  if (chosen === 'hang') return;
  if (chosen === 'slow') await sleep(SLOW_MS);
  const status = chosen === 'ok' || chosen === 'slow' ? 200 : Number(chosen);
  response.writeHead(status, chosen === '429' ? { 'retry-after': String(RETRY_AFTER_SECONDS) } : {}).end();
}
