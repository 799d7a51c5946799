import { setTimeout as sleep } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import type { OperationOutcome, RepeatedReply, Reply } from '../history.ts';

export interface ApiRequest {
  readonly key: string | undefined;
  readonly method: string;
  readonly path: string;
  readonly body?: unknown;
  readonly idempotencyKey?: string;
}

interface Response {
  readonly status: number;
  readonly body: Reply & { readonly error?: { readonly code: string; readonly retryable: boolean } };
}

/** Longer than API Gateway waits for a function. */
const REQUEST_TIMEOUT_MS = 40_000;
const FIRST_PAUSE_MS = 60;
const LONGEST_PAUSE_MS = 1500;
const SECOND_REQUEST_AFTER_MS = 25;

/** What a client learned by all of its requests. */
export interface Exchange {
  readonly outcome: OperationOutcome;
  readonly requests: number;
  readonly repeats: readonly RepeatedReply[];
}

/** A client of the API that retries what may be retried, with the same idempotency key, until it has a response. */
export class Api {
  readonly url: string;
  /** After this time the client gives up. */
  deadline = Number.POSITIVE_INFINITY;

  constructor(url: string) {
    this.url = url;
  }

  /** Reads, or throws the refusal. */
  async get<T>(key: string, path: string): Promise<T> {
    return this.require<T>({ key, method: 'GET', path });
  }

  async require<T>(request: ApiRequest): Promise<T> {
    const { outcome } = await this.send(request);
    if (outcome.kind !== 'acknowledged') {
      throw new Error(`${request.method} ${request.path}: ${JSON.stringify(outcome)}`);
    }
    return outcome.body as T;
  }

  async send(request: ApiRequest, { isImpatient = false, isRepeated = false } = {}): Promise<Exchange> {
    const first = this.#untilAnswered(request);
    const second = isImpatient ? sleep(SECOND_REQUEST_AFTER_MS).then(() => this.#untilAnswered(request)) : undefined;
    const { outcome, requests } = await first;
    const others = second === undefined ? [] : [await second];
    if (isRepeated && outcome.kind === 'acknowledged') others.push(await this.#untilAnswered(request));
    return {
      outcome,
      requests: others.reduce((sum, other) => sum + other.requests, requests),
      repeats: others
        .filter((other) => other.outcome.kind !== 'unknown' && outcome.kind !== 'unknown')
        .map((other) => ({
          isSame: isDeepStrictEqual(other.outcome, outcome),
          text: `${JSON.stringify(outcome)} and ${JSON.stringify(other.outcome)}`,
        })),
    };
  }

  async #untilAnswered(request: ApiRequest): Promise<{ outcome: OperationOutcome; requests: number }> {
    for (let requests = 1; ; requests++) {
      const response = await this.#fetch(request);
      const { status, body } = response ?? { status: 0, body: {} };
      if (status >= 200 && status < 300) return { outcome: { kind: 'acknowledged', body }, requests };
      const isDefinite = status >= 400 && status < 500 && body.error?.retryable === false;
      if (isDefinite) return { outcome: { kind: 'refused', status, code: body.error?.code ?? '' }, requests };
      if (Date.now() > this.deadline) return { outcome: { kind: 'unknown' }, requests };
      await sleep(Math.random() * Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** requests));
    }
  }

  /** `undefined` if there is no response, or none that can be read. */
  async #fetch({ key, method, path, body, idempotencyKey }: ApiRequest): Promise<Response | undefined> {
    try {
      const response = await fetch(this.url + path, {
        method,
        headers: {
          ...(key !== undefined && { authorization: `Bearer ${key}` }),
          ...(body !== undefined && { 'content-type': 'application/json' }),
          ...(idempotencyKey !== undefined && { 'idempotency-key': idempotencyKey }),
        },
        signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS),
        ...(body !== undefined && { body: JSON.stringify(body) }),
      });
      const text = await response.text();
      return { status: response.status, body: text === '' ? {} : (JSON.parse(text) as Response['body']) };
    } catch {
      return undefined;
    }
  }
}
