import { failuresOf, isOn } from './check-outcome.ts';
import type { Outcome, ReceivedRequest } from './outcome.ts';
import type { TopicScenario } from './scenario-files.ts';
import type { Expected, Rule } from './scenario-schema.ts';
import { type SignedDelivery, signDelivery } from './sign-delivery.ts';

/** The addresses of a run. */
export interface RunAddresses {
  /** The service, as the client is to use it. */
  readonly url: string;
  /** Its address for WebSockets. */
  readonly ws: string;
  /** A server at another origin. */
  readonly other: string;
  /** Addresses where nothing listens. */
  readonly refused: string;
  readonly refused_ws: string;
}

/** The key of a client where the scenario has none. */
const KEY = 'aid_agt_scenario_0123456789';

/** A run of a scenario: it replies as the rules say, and records what arrives. */
export class ScenarioRun {
  readonly requests: ReceivedRequest[] = [];
  readonly otherOrigin: ReceivedRequest[] = [];
  readonly sockets: ReceivedRequest[] = [];
  readonly unexpected: string[] = [];
  /** The scripts of WebSockets that have not come to their end. */
  readonly unfinished = new Set<string>();
  readonly #scenario: TopicScenario;
  readonly #addresses: RunAddresses;
  readonly #rules: { readonly rule: Rule; left: number }[];

  constructor(scenario: TopicScenario, addresses: RunAddresses) {
    this.#scenario = scenario;
    this.#addresses = addresses;
    this.#rules = (scenario.service ?? []).map((rule) => ({
      rule,
      left: rule.times === 'always' ? Number.POSITIVE_INFINITY : (rule.times ?? 1),
    }));
  }

  /** What the runner needs: the settings of the client, and the call. */
  get task(): { readonly client: object; readonly call: object | null } {
    const { client, call } = this.#scenario;
    const settings = this.#filled({ key: KEY, url: this.#addresses.url, ...client }) as object;
    if (call === undefined) return { client: settings, call: null };
    const delivery: SignedDelivery | undefined = call.delivery && signDelivery(call.delivery);
    return { client: settings, call: this.#filled({ ...call, ...(delivery && { delivery }) }) as object };
  }

  /** The reply to a request: the first rule for it that is not used up. Its texts are filled in. */
  replyTo(request: ReceivedRequest): Rule | undefined {
    return this.#take((on) => on === undefined || isOn(on, request.method, request.path), request);
  }

  /** What happens to a handshake of a WebSocket. */
  replyToHandshake(handshake: ReceivedRequest): Rule | undefined {
    return this.#take((on) => on === 'websocket', handshake);
  }

  failures(outcome: Outcome): string[] {
    const unfinished = [...this.unfinished].map((step) => `a WebSocket still waits for ${step}`);
    const expected = this.#filled(this.#scenario.expect) as Expected;
    return [...failuresOf(expected, outcome, this), ...unfinished];
  }

  #take(isFor: (on: string | undefined) => boolean, request: ReceivedRequest): Rule | undefined {
    const entry = this.#rules.find(({ rule, left }) => left > 0 && isFor(rule.on));
    if (entry === undefined) {
      this.unexpected.push(`${request.method} ${request.path}`);
      return undefined;
    }
    entry.left -= 1;
    return this.#filled(entry.rule, request) as Rule;
  }

  /** Replaces `{url}` and similar in all texts, and `{query.before}` by the parameter of the request. */
  #filled(value: unknown, request?: ReceivedRequest): unknown {
    if (typeof value === 'string') {
      return value.replace(/\{(?:query\.)?\w+\}/g, (place) => {
        const name = place.slice(1, -1);
        if (name.startsWith('query.')) return request?.query[name.slice('query.'.length)] ?? '';
        return (this.#addresses as unknown as Record<string, string | undefined>)[name] ?? place;
      });
    }
    if (Array.isArray(value)) return value.map((one) => this.#filled(one, request));
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, this.#filled(one, request)]));
  }
}
