import { createHash, randomBytes } from 'node:crypto';
import { OAUTH_PATHS, resourceOf } from '#shared/domain/oauth/oauth-paths.ts';
import type { ApiClient, Reply } from './api-client.ts';

/** The response to the browser of a person. */
interface BrowserReply extends Reply<unknown> {
  /** Where the browser is sent; undefined if it stays. */
  readonly location: URL | undefined;
}

/** The response of the token endpoint. */
export interface TokenBody {
  readonly access_token: string;
  readonly token_type: string;
  readonly expires_in: number;
  readonly refresh_token: string;
  readonly scope: string;
  readonly error?: string;
  readonly error_description?: string;
}

/** A person who decides, and what the person chooses. */
export interface Person {
  readonly email: string;
  readonly password: string;
}

interface Chosen {
  readonly agents: readonly string[];
  /** By default, what the client asks for. */
  readonly scopes?: readonly string[];
  readonly recipients?: string;
}

type Fields = Readonly<Record<string, string | readonly string[] | undefined>>;

const FORM = { 'content-type': 'application/x-www-form-urlencoded' } as const;

export const REDIRECT_URI = 'http://127.0.0.1:33418/callback';

/** An OAuth client without a secret, and the browser of a person, with its cookies. */
export class OAuthFlow {
  readonly #client: ApiClient;
  readonly #cookies = new Map<string, string>();
  readonly verifier = randomBytes(32).toString('base64url');
  /** The id of the client: of its registration, or one that a test sets. */
  clientId = '';

  constructor(client: ApiClient) {
    this.#client = client;
  }

  get challenge(): string {
    return createHash('sha256').update(this.verifier).digest('base64url');
  }

  get issuer(): string {
    return this.#client.baseUrl;
  }

  get resource(): string {
    return resourceOf(this.issuer);
  }

  async register(metadata: object = {}): Promise<Reply<Record<string, unknown>>> {
    const body = { redirect_uris: [REDIRECT_URI], client_name: 'Test Client', ...metadata };
    const reply = await this.#client.post<Record<string, unknown>>(OAUTH_PATHS.register, body, { key: null });
    if (reply.status === 201) this.clientId = String(reply.body.client_id);
    return reply;
  }

  /** The parameters of an authorization request. A test replaces some, and leaves out those that it sets undefined. */
  parameters(over: Fields = {}): URLSearchParams {
    return searchOf({
      response_type: 'code',
      client_id: this.clientId,
      redirect_uri: REDIRECT_URI,
      scope: 'mail.read mail.send',
      state: 'a state',
      code_challenge: this.challenge,
      code_challenge_method: 'S256',
      resource: this.resource,
      ...over,
    });
  }

  /** Opens the page. */
  open(parameters: URLSearchParams = this.parameters()): Promise<BrowserReply> {
    return this.#browse('GET', parameters, undefined, {});
  }

  /** Sends the form of a page, with its token unless the fields have one. */
  async submit(
    parameters: URLSearchParams,
    fields: Fields,
    { page, headers = {} }: { page: { readonly text: string }; headers?: Record<string, string> },
  ): Promise<BrowserReply> {
    const csrf = /name="csrf" value="([^"]+)"/.exec(page.text)?.[1];
    return this.#browse('POST', parameters, searchOf({ csrf, ...fields }).toString(), headers);
  }

  /** Opens the page, logs in, and returns the page on which the person decides. */
  async logIn({ email, password }: Person, parameters = this.parameters()): Promise<BrowserReply> {
    const page = await this.open(parameters);
    const loggedIn = await this.submit(parameters, { action: 'login', email, password }, { page });
    if (loggedIn.status !== 303) throw new Error(`login: ${loggedIn.status} ${loggedIn.text}`);
    return this.open(parameters);
  }

  /** Logs in and allows the client what is chosen. Returns where the browser is sent, with the code. */
  async allow(person: Person, chosen: Chosen, parameters = this.parameters()): Promise<URL> {
    const page = await this.logIn(person, parameters);
    const { agents, scopes = (parameters.get('scope') ?? '').split(' '), recipients = '' } = chosen;
    const fields = { action: 'allow', agent: agents, allow: scopes, recipients };
    const decided = await this.submit(parameters, fields, { page });
    if (decided.location === undefined) throw new Error(`decision: ${decided.status} ${decided.text}`);
    return decided.location;
  }

  /** The whole way to the first tokens. */
  async connect(person: Person, chosen: Chosen, parameters = this.parameters()): Promise<TokenBody> {
    const location = await this.allow(person, chosen, parameters);
    const reply = await this.exchange(location.searchParams.get('code') ?? '');
    if (reply.status !== 200) throw new Error(`token: ${reply.status} ${reply.text}`);
    return reply.body;
  }

  exchange(code: string, over: Fields = {}): Promise<Reply<TokenBody>> {
    return this.token({
      grant_type: 'authorization_code',
      code,
      client_id: this.clientId,
      redirect_uri: REDIRECT_URI,
      code_verifier: this.verifier,
      resource: this.resource,
      ...over,
    });
  }

  refresh(token: string, over: Fields = {}): Promise<Reply<TokenBody>> {
    return this.token({ grant_type: 'refresh_token', refresh_token: token, client_id: this.clientId, ...over });
  }

  /** Sends a form to the token endpoint. */
  token(fields: Fields): Promise<Reply<TokenBody>> {
    return this.#form(OAUTH_PATHS.token, fields);
  }

  revoke(token: string, over: Fields = {}): Promise<Reply<TokenBody>> {
    return this.#form(OAUTH_PATHS.revoke, { token, client_id: this.clientId, ...over });
  }

  /** Forgets the cookies, as another browser has none. */
  forgetCookies(): void {
    this.#cookies.clear();
  }

  #form(path: string, fields: Fields): Promise<Reply<TokenBody>> {
    return this.#client.call<TokenBody>('POST', path, searchOf(fields).toString(), { key: null, headers: FORM });
  }

  async #browse(
    method: 'GET' | 'POST',
    parameters: URLSearchParams,
    body: string | undefined,
    headers: Record<string, string>,
  ): Promise<BrowserReply> {
    const cookie = [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const reply = await this.#client.call<unknown>(method, `${OAUTH_PATHS.authorize}?${parameters}`, body, {
      key: null,
      headers: { ...(body !== undefined && FORM), ...(cookie !== '' && { cookie }), ...headers },
    });
    this.#keep(reply.headers);
    const location = reply.headers.get('location');
    const url = `${this.issuer}${OAUTH_PATHS.authorize}`;
    return { ...reply, location: location === null ? undefined : new URL(location, url) };
  }

  #keep(headers: Headers): void {
    for (const line of headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (/max-age=0(?:;|$)/i.test(line)) this.#cookies.delete(name);
      else this.#cookies.set(name, value);
    }
  }
}

function searchOf(fields: Fields): URLSearchParams {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(fields)) {
    if (value === undefined) continue;
    for (const one of typeof value === 'string' ? [value] : value) search.append(name, one);
  }
  return search;
}
