import { randomBytes } from 'node:crypto';
import { REDIRECT_URI } from './oauth-client.ts';

/** What a client stores for a server, as both generations of the official client hand it over. */
interface Stored {
  client?: object;
  tokens?: { readonly access_token: string; readonly scope?: string };
  discovery?: object;
  verifier?: string;
}

/**
 * The part of a program around the official client for TypeScript: it stores what the client gets, and opens the
 * address of an authorization for a person, played by `decide`. Both generations of the client take it.
 *
 * See: MCP 2026-07-28, authorization.
 */
export class PersonProvider {
  readonly redirectUrl = REDIRECT_URI;
  readonly clientMetadata = { client_name: 'Flow test', redirect_uris: [REDIRECT_URI] };
  /** The addresses that a person was sent to, in order. */
  readonly opened: URL[] = [];
  readonly stored: Stored = {};
  /** Where the last authorization has led. */
  callback: URL | undefined;
  readonly #decide: (url: URL) => Promise<URL>;
  #state = '';

  constructor(decide: (url: URL) => Promise<URL>) {
    this.#decide = decide;
  }

  state(): string {
    this.#state = randomBytes(8).toString('hex');
    return this.#state;
  }

  // biome-ignore lint/suspicious/noExplicitAny: each generation has its own type
  clientInformation(): any {
    return this.stored.client;
  }

  saveClientInformation(client: object): void {
    this.stored.client = client;
  }

  // biome-ignore lint/suspicious/noExplicitAny: each generation has its own type
  tokens(): any {
    return this.stored.tokens;
  }

  saveTokens(tokens: { readonly access_token: string; readonly scope?: string }): void {
    this.stored.tokens = tokens;
  }

  // biome-ignore lint/suspicious/noExplicitAny: each generation has its own type
  discoveryState(): any {
    return this.stored.discovery;
  }

  saveDiscoveryState(discovery: object): void {
    this.stored.discovery = discovery;
  }

  saveCodeVerifier(verifier: string): void {
    this.stored.verifier = verifier;
  }

  codeVerifier(): string {
    return this.stored.verifier ?? '';
  }

  async redirectToAuthorization(url: URL): Promise<void> {
    this.opened.push(url);
    this.callback = await this.#decide(url);
    const state = this.callback.searchParams.get('state');
    if (state !== this.#state) throw new Error(`the redirect has the state ${state}, not ${this.#state}`);
  }
}
