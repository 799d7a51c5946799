import { createHash, randomBytes } from 'node:crypto';
import { sharedStack } from '#testing/fixture.ts';
import { type Decision, decide } from './consent.ts';
import { HttpBrowser } from './http-browser.ts';

/** The metadata of an authorization server, as far as tests use it. */
export interface ServerMetadata {
  readonly issuer: string;
  readonly authorization_endpoint: string;
  readonly token_endpoint: string;
  readonly registration_endpoint: string;
  readonly [name: string]: unknown;
}

/** The response of a token endpoint. */
export interface TokenReply {
  readonly status: number;
  readonly headers: Headers;
  readonly body: {
    readonly access_token?: string;
    readonly refresh_token?: string;
    readonly scope?: string;
    readonly expires_in?: number;
    readonly error?: string;
    readonly [name: string]: unknown;
  };
}

type Parameters = Readonly<Record<string, string>>;

/** The address of a client's redirect, where nothing listens: tests read it from the redirect. */
export const REDIRECT_URI = 'http://127.0.0.1:43111/callback';

export const ALL_SCOPES = 'mail.read mail.send tasks events contacts';

/** The authorization server of a service. */
export async function discover(baseUrl = sharedStack().baseUrl): Promise<ServerMetadata> {
  const response = await fetch(`${baseUrl}/.well-known/oauth-authorization-server`);
  if (!response.ok) throw new Error(`no metadata of an authorization server: ${response.status}`);
  return (await response.json()) as ServerMetadata;
}

/** A request for an authorization, with what its code is later exchanged with. */
export interface Asked {
  readonly url: URL;
  readonly verifier: string;
}

/**
 * A client of OAuth that sends what a test asks for, also what no honest client would send. Each method is one request.
 */
export class OAuthClient {
  readonly server: ServerMetadata;
  readonly clientId: string;
  readonly redirectUri: string;
  readonly resource: string;

  constructor(server: ServerMetadata, clientId: string, redirectUri = REDIRECT_URI) {
    this.server = server;
    this.clientId = clientId;
    this.redirectUri = redirectUri;
    this.resource = `${server.issuer}/v1/mcp`;
  }

  /** A client that the server has registered. */
  static async registered(more: object = {}, baseUrl?: string): Promise<OAuthClient> {
    const server = await discover(baseUrl);
    const { status, body } = await register(server, more);
    if (status !== 201) throw new Error(`not registered: ${status} ${JSON.stringify(body)}`);
    const [redirectUri = REDIRECT_URI] = (body.redirect_uris ?? []) as string[];
    return new OAuthClient(server, String(body.client_id), redirectUri);
  }

  /** A browser for the pages of the server. */
  browser(): HttpBrowser {
    return new HttpBrowser(this.server.authorization_endpoint);
  }

  /** The address that a client sends a browser to, with parameters in place of the usual ones (`''`: without it). */
  ask(more: Parameters = {}): Asked {
    const verifier = randomBytes(48).toString('base64url');
    const url = new URL(this.server.authorization_endpoint);
    const parameters: Parameters = {
      response_type: 'code',
      client_id: this.clientId,
      redirect_uri: this.redirectUri,
      scope: ALL_SCOPES,
      state: randomBytes(8).toString('hex'),
      resource: this.resource,
      code_challenge: challengeOf(verifier),
      code_challenge_method: 'S256',
      ...more,
    };
    for (const [name, value] of Object.entries(parameters)) if (value !== '') url.searchParams.set(name, value);
    return { url, verifier };
  }

  /** Exchanges a code. */
  exchange(code: string, verifier: string, more: Parameters = {}): Promise<TokenReply> {
    return this.token({
      grant_type: 'authorization_code',
      code,
      code_verifier: verifier,
      redirect_uri: this.redirectUri,
      client_id: this.clientId,
      resource: this.resource,
      ...more,
    });
  }

  /** Exchanges a refresh token. */
  refresh(refreshToken: string, more: Parameters = {}): Promise<TokenReply> {
    return this.token({
      grant_type: 'refresh_token',
      refresh_token: refreshToken,
      client_id: this.clientId,
      resource: this.resource,
      ...more,
    });
  }

  /** A request to the token endpoint. */
  token(parameters: Parameters | URLSearchParams): Promise<TokenReply> {
    const all = parameters instanceof URLSearchParams ? parameters : withoutEmpty(parameters);
    return this.send(this.server.token_endpoint, { method: 'POST', body: all });
  }

  /** Any request, as the reply of a token endpoint. */
  send(url: string | URL, init: RequestInit): Promise<TokenReply> {
    return tokenReply(fetch(url, { ...init, redirect: 'manual' }));
  }

  /** A code that a person has allowed, with its verifier. */
  async code(decision: Decision, more: Parameters = {}): Promise<{ code: string; verifier: string; callback: URL }> {
    const { url, verifier } = this.ask(more);
    const callback = await decide(url, decision, this.browser());
    const code = callback.searchParams.get('code');
    if (code === null) throw new Error(`no code: ${callback}`);
    return { code, verifier, callback };
  }

  /** The tokens that a person has allowed. */
  async tokens(decision: Decision, more: Parameters = {}): Promise<{ access: string; refresh: string; scope: string }> {
    const { code, verifier } = await this.code(decision, more);
    const { status, body } = await this.exchange(code, verifier);
    if (body.access_token === undefined) throw new Error(`no token: ${status} ${JSON.stringify(body)}`);
    return { access: body.access_token, refresh: body.refresh_token ?? '', scope: body.scope ?? '' };
  }
}

/** Registers a client. */
export function register({ registration_endpoint: url }: ServerMetadata, more: object = {}): Promise<TokenReply> {
  const body = {
    client_name: 'Test client',
    redirect_uris: [REDIRECT_URI],
    grant_types: ['authorization_code', 'refresh_token'],
    response_types: ['code'],
    token_endpoint_auth_method: 'none',
    application_type: 'native',
    ...more,
  };
  const headers = { 'content-type': 'application/json' };
  return tokenReply(fetch(url, { method: 'POST', headers, body: JSON.stringify(body) }));
}

/** The challenge of a verifier by S256. See: RFC 7636, section 4.2. */
export function challengeOf(verifier: string): string {
  return createHash('sha256').update(verifier).digest('base64url');
}

function withoutEmpty(parameters: Parameters): URLSearchParams {
  return new URLSearchParams(Object.entries(parameters).filter(([, value]) => value !== ''));
}

async function tokenReply(sent: Promise<Response>): Promise<TokenReply> {
  const response = await sent;
  const text = await response.text();
  const { status, headers } = response;
  return { status, headers, body: isJson(headers) ? JSON.parse(text) : { text } };
}

const isJson = (headers: Headers) => headers.get('content-type')?.includes('json') === true;
