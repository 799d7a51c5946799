import { type Call, callOf } from './call.ts';
import type {
  ApprovalsResource,
  Client,
  EventsResource,
  MailResource,
  TasksResource,
  TunnelsResource,
  VaultResource,
} from './generated/resources.ts';
import type { CreateIdentityToken, IdentityToken } from './generated/types.ts';
import { addMethods } from './methods.ts';
import {
  type ApprovalsMethods,
  addMethodsByHand,
  type EventsMethods,
  type MailMethods,
  type TasksMethods,
  type TunnelsMethods,
  type VaultMethods,
} from './methods-by-hand.ts';
import { segment } from './mistakes.ts';
import type { AidOptions, CallOptions } from './options.ts';
import { REDACTED, showAs } from './redaction.ts';
import { refuseOldNode } from './runtime.ts';
import { type ApiRequest, Transport } from './transport.ts';
import { useWebSocket } from './web-socket.ts';

refuseOldNode();

/** The parts of a request besides its verb and path. */
export type RequestParts = Pick<ApiRequest, 'query' | 'body'>;

/** How `identity` makes a client: with the transport of this one. */
interface Scoped {
  readonly transport: Transport;
  readonly identity: string;
}

/** What a token is for. */
export interface TokenParams extends Omit<CreateIdentityToken, 'ttl_seconds'> {
  /** How long it is valid, in seconds. 600 by default. */
  ttlSeconds?: number;
}

/** Names the agent that calls are made for, and gets tokens with which it proves who it is. */
export interface IdentityOf {
  /**
   * A client for one agent, for callers with an org key: `aid.identity(id).mail.send(…)`. It names the agent in every
   * call that can name one. Calls that cannot, such as `tasks.list`, are made as the key.
   */
  (id: string): Aid;
  /**
   * Gets a token with which the agent proves to another service which agent it is. It is the agent of the key, or that
   * of `identity(id)`: `aid.identity.token({ audience })`, `aid.identity(id).identity.token({ audience })`.
   */
  token(params: TokenParams, options?: CallOptions): Call<IdentityToken>;
}

/** The resources and methods. */
export interface Aid extends Client {
  readonly identity: IdentityOf;
  readonly approvals: ApprovalsResource & ApprovalsMethods;
  readonly events: EventsResource & EventsMethods;
  readonly mail: MailResource & MailMethods;
  readonly tasks: TasksResource & TasksMethods;
  readonly tunnels: TunnelsResource & TunnelsMethods;
  readonly vault: VaultResource & VaultMethods;
}

/**
 * A client of the service: `new Aid({ key })`. The methods are on its resources: `aid.mail.send({ to, subject, text
 * })`.
 *
 * A call that fails temporarily is retried up to `maxRetries` times with the same idempotency key, so that it takes
 * effect once. A call that fails for good rejects with an `AidError`.
 */
// biome-ignore lint/suspicious/noUnsafeDeclarationMerging: the constructor adds what the table of the methods has
export class Aid {
  /** The address of the service. */
  readonly url: string;
  readonly #transport: Transport;

  constructor(options: AidOptions = {}) {
    const { transport = new Transport(options), identity } = options as AidOptions & Partial<Scoped>;
    this.#transport = transport;
    this.url = transport.url;
    addMethods(this, transport, identity);
    addMethodsByHand(this, transport, identity);
    const clientFor = (id: string): Aid => {
      segment(id, 'identity');
      return new Aid({ transport, identity: id } satisfies Scoped as AidOptions);
    };
    const token: IdentityOf['token'] = ({ ttlSeconds, ...params }, callOptions) =>
      this.identityTokens.create(
        { ...params, ...(ttlSeconds !== undefined && { ttl_seconds: ttlSeconds }) },
        callOptions,
      );
    Object.defineProperty(this, 'identity', { value: Object.assign(clientFor, { token }) });
    useWebSocket(this, transport.webSocket);
    showAs(this, { url: this.url, key: transport.key === undefined ? undefined : REDACTED, identity });
  }

  /**
   * Makes any request, for operations that this SDK does not know yet: `aid.request('GET', '/v1/me')`. It is
   * authenticated, retried and parsed like every other call.
   */
  request<T = unknown>(verb: string, path: string, parts?: RequestParts, options?: CallOptions): Call<T> {
    return callOf(() => this.#transport.send<T>({ ...parts, verb: verb.toUpperCase(), path }, options));
  }
}
