import { Random } from '#testing/faults/random.ts';

/** What can be done to a request, with the share of all requests that it happens to. The rest passes. */
export const REQUEST_RATES = {
  /** The connection is reset, and the service never saw the request. */
  resetBefore: 0.03,
  /** The service has responded, and the connection is reset instead. */
  resetAfter: 0.04,
  /** Half of the body arrives, and then the connection breaks. */
  truncate: 0.02,
  /** Half of the body arrives, without a length and with a proper end: only its text shows that it is not whole. */
  shorten: 0.02,
  /** 429 with `Retry-After`, and the service never saw the request. */
  refuse: 0.03,
  /** 500 with an error of the service, which never saw the request. */
  failBefore: 0.03,
  /** The service has responded, and a gateway's 502 in HTML arrives instead. */
  failAfter: 0.03,
  /** The service gets the request twice; the second response arrives. */
  repeat: 0.04,
  /** The response comes after a pause. */
  delay: 0.05,
  /** The response never comes; the connection is reset after some seconds. */
  stall: 0,
};

/** What can be done to a WebSocket's handshake, with its share. */
export const HANDSHAKE_RATES = {
  /** The connection is reset, and the service never saw the handshake: a ticket is still valid. */
  refuseBefore: 0.1,
  /** The service has accepted the connection, and it is reset: a ticket is used up. */
  refuseAfter: 0.1,
};

/** What can be done to a message of the service on a WebSocket, with its share. */
export const MESSAGE_RATES = {
  drop: 0.003,
  repeat: 0.01,
  /** The message, and what follows it, comes after a pause. */
  delay: 0.01,
  /** The connection is reset before the message. */
  reset: 0.002,
  /** The connection is closed properly before the message. */
  close: 0.001,
  /** Nothing more arrives in either direction; the connection is reset after some seconds. */
  silence: 0.0005,
};

export type RequestFault = keyof typeof REQUEST_RATES;
export type HandshakeFault = keyof typeof HANDSHAKE_RATES;
export type MessageFault = keyof typeof MESSAGE_RATES;

/** The shares to use instead of the given ones; a share of 0 switches a fault off. */
export interface Rates {
  readonly request?: Partial<Record<RequestFault, number>>;
  readonly handshake?: Partial<Record<HandshakeFault, number>>;
  readonly message?: Partial<Record<MessageFault, number>>;
}

/** The rates of a network without faults. */
export const NO_FAULTS: Rates = {
  request: withoutFaults(REQUEST_RATES),
  handshake: withoutFaults(HANDSHAKE_RATES),
  message: withoutFaults(MESSAGE_RATES),
};

function withoutFaults<K extends string>(rates: Record<K, number>): Partial<Record<K, number>> {
  return Object.fromEntries(Object.keys(rates).map((name) => [name, 0])) as Partial<Record<K, number>>;
}

/** Faults after which the caller has to send its request again. */
const FAILING: ReadonlySet<RequestFault> = new Set([
  'resetBefore',
  'resetAfter',
  'truncate',
  'shorten',
  'refuse',
  'failBefore',
  'failAfter',
  'stall',
]);

/** After that many failures in a row the same request passes, so that a client with four retries always succeeds. */
const MAX_FAILURES_IN_A_ROW = 3;

/** Which fault happens to which request and message: follows from the seed and the order in which they arrive. */
export class HostilePlan {
  readonly #random: { readonly request: Random; readonly handshake: Random; readonly message: Random };
  readonly #rates: Required<Rates>;
  readonly #failures = new Map<string, number>();

  constructor(seed: number, rates: Rates = {}) {
    const random = new Random(`hostile proxy ${seed}`);
    this.#random = {
      request: random.fork('request'),
      handshake: random.fork('handshake'),
      message: random.fork('message'),
    };
    this.#rates = {
      request: { ...REQUEST_RATES, ...rates.request },
      handshake: { ...HANDSHAKE_RATES, ...rates.handshake },
      message: { ...MESSAGE_RATES, ...rates.message },
    };
  }

  /** The fault of a request. `name` is the same for all repetitions of one request. */
  forRequest(name: string): RequestFault | undefined {
    const fault = drawn(this.#random.request, this.#rates.request);
    if (fault === undefined || !FAILING.has(fault)) {
      this.#failures.delete(name);
      return fault;
    }
    const failures = this.#failures.get(name) ?? 0;
    if (failures >= MAX_FAILURES_IN_A_ROW) {
      this.#failures.delete(name);
      return undefined;
    }
    this.#failures.set(name, failures + 1);
    return fault;
  }

  forHandshake(): HandshakeFault | undefined {
    return drawn(this.#random.handshake, this.#rates.handshake);
  }

  forMessage(): MessageFault | undefined {
    return drawn(this.#random.message, this.#rates.message);
  }

  /** A whole number from `min` to `max`, for the length of a pause. */
  int(min: number, max: number): number {
    return this.#random.request.int(min, max);
  }
}

/** One of the names by its share, or none. */
function drawn<K extends string>(random: Random, rates: Partial<Record<K, number>>): K | undefined {
  let rest = random.next();
  for (const [name, rate] of Object.entries<number | undefined>(rates)) {
    rest -= rate ?? 0;
    if (rest < 0) return name as K;
  }
  return undefined;
}

/** Refuses rates that name an unknown fault, or are no shares. */
export function requireRates(rates: Rates): Rates {
  const known = { request: REQUEST_RATES, handshake: HANDSHAKE_RATES, message: MESSAGE_RATES };
  for (const [group, shares] of Object.entries(rates)) {
    if (!Object.hasOwn(known, group)) throw new Error(`rates: expected request, handshake or message, got ${group}`);
    for (const [name, share] of Object.entries<unknown>(shares)) {
      if (!Object.hasOwn(known[group as keyof typeof known], name)) throw new Error(`rates: unknown fault ${name}`);
      if (typeof share !== 'number' || !(share >= 0 && share <= 1))
        throw new Error(`rates: expected a share from 0 to 1 for ${name}, got ${share}`);
    }
  }
  return rates;
}
