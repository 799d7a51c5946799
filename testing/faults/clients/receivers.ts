import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { listen } from '#local/http/listen.ts';
import { readBody } from '#local/http/read-body.ts';
import { verifyDelivery } from '../../verify-signature.ts';
import type { Arrival, Behaviour } from '../history.ts';

interface Request {
  readonly at: number;
  readonly label: string;
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly body: Buffer;
  succeededAt: number | undefined;
}

/** How often a receiver fails before its first success of a delivery. */
const FIRST_FAILURES = 2;
const HUGE_RESPONSE_BYTES = 512 * 1024;

type Respond = (response: ServerResponse, earlier: number) => Promise<boolean> | boolean;

/** What each receiver does with a request. Returns whether it has sent a 2xx. */
const BEHAVIOURS: Readonly<Record<Behaviour, Respond>> = {
  ok: (response) => reply(response, 204),
  slow: async (response) => {
    await sleep(400);
    return reply(response, 200);
  },
  'fails-first': (response, earlier) => reply(response, earlier < FIRST_FAILURES ? 503 : 200),
  'hangs-first': (response, earlier) => (earlier === 0 ? false : reply(response, 200)),
  'resets-after-200': (response) => {
    response.writeHead(200, { 'content-length': '1000' }).write('half of it');
    setTimeout(() => response.socket?.destroy(), 20);
    return true;
  },
  'huge-response': (response) => {
    response.writeHead(200).end(Buffer.alloc(HUGE_RESPONSE_BYTES));
    return true;
  },
  'always-fails': (response) => reply(response, 500),
  redirects: (response) => {
    response.writeHead(302, { location: '/redirected/here' }).end();
    return false;
  },
};

function reply(response: ServerResponse, status: number): boolean {
  response.writeHead(status).end();
  return status < 300;
}

/** The receivers of the run's endpoints: good ones, slow, failing, hanging and lying ones. */
export class Receivers {
  readonly #server: Server;
  readonly #requests: Request[] = [];
  readonly #earlier = new Map<string, number>();
  readonly #webhooks = new Map<string, { id: string; secret: string }>();
  #port = 0;

  private constructor() {
    this.#server = createServer({ keepAliveTimeout: 30_000 }, (request, response) => {
      this.#serve(request, response).catch(() => response.destroy());
    });
  }

  static async start(): Promise<Receivers> {
    const receivers = new Receivers();
    receivers.#port = await listen(receivers.#server, 0);
    return receivers;
  }

  url(behaviour: Behaviour, label: string): string {
    return `http://127.0.0.1:${this.#port}/${behaviour}/${label}`;
  }

  /** Names the endpoint of a label, once it is registered. */
  know(label: string, webhook: { id: string; secret: string }): void {
    this.#webhooks.set(label, webhook);
  }

  /** The requests so far, judged by the secrets of their endpoints. */
  arrivals(): Arrival[] {
    return this.#requests.map(({ at, label, headers, body, succeededAt }) => {
      const webhook = this.#webhooks.get(label);
      return {
        at,
        webhookId: webhook?.id ?? label,
        deliveryId: headers['x-aid-request-id'] ?? '',
        eventId: headers['x-aid-event-id'] ?? '',
        signature:
          webhook === undefined
            ? 'the endpoint is unknown'
            : verifyDelivery(webhook.secret, { headers, body }, Math.floor(at / 1000)),
        signedAt: Number(headers['x-aid-timestamp'] ?? 0) * 1000,
        body: createHash('sha256').update(body).digest('hex').slice(0, 16),
        succeededAt,
      };
    });
  }

  close(): void {
    this.#server.closeAllConnections();
    this.#server.close();
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const at = Date.now();
    const body = await readBody(request, 1024 * 1024);
    const [, behaviour = '', label = ''] = (request.url ?? '').split('/');
    const headers = request.headers as Readonly<Record<string, string | undefined>>;
    const seen: Request = { at, label, headers, body, succeededAt: undefined };
    this.#requests.push(seen);
    const delivery = `${label} ${headers['x-aid-request-id']}`;
    const earlier = this.#earlier.get(delivery) ?? 0;
    this.#earlier.set(delivery, earlier + 1);
    const respond = BEHAVIOURS[behaviour as Behaviour] as Respond | undefined;
    if (respond === undefined) {
      response.writeHead(404).end();
      return;
    }
    if (await respond(response, earlier)) seen.succeededAt = Date.now();
  }
}
