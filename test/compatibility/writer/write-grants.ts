import { createHash, randomBytes } from 'node:crypto';
import { type Body, freshName, type StateClient } from './state-client.ts';

const PASSWORD = 'correct horse battery';
const REDIRECT_URI = 'http://127.0.0.1:33418/callback';

/**
 * What a person allows a client by OAuth: a registration, a code, tokens, the grant and a call of a tool; and a person
 * who has logged in and not decided. Release 0.2.0 knows none of it, and has to read past its event.
 */
export async function writeGrants(client: StateClient): Promise<void> {
  const email = `${freshName('grantor')}@example.com`;
  const body = { organization_name: 'Works', organization_slug: freshName('org'), email, password: PASSWORD };
  await client.ok('POST', '/v1/auth/signup', undefined, body);
  const code = await client.mailedCode(email);
  const { api_key: key } = await client.ok('POST', '/v1/auth/signup/verify', undefined, { email, code });
  const { id: agent } = await client.ok('POST', '/v1/identities', key, { handle: freshName('agent') });
  const browser = new Browser(client.options.url);
  const { client_id: id } = await client.ok('POST', '/v1/oauth/register', undefined, { redirect_uris: [REDIRECT_URI] });
  const verifier = randomBytes(32).toString('base64url');
  const query = new URLSearchParams({
    response_type: 'code',
    client_id: id,
    redirect_uri: REDIRECT_URI,
    scope: 'mail.read',
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
  });
  await browser.logIn(query, email);
  const location = await browser.submit(query, { action: 'allow', agent, allow: 'mail.read' });
  const exchanged = {
    grant_type: 'authorization_code',
    client_id: id,
    code: new URL(location).searchParams.get('code') ?? '',
    code_verifier: verifier,
  };
  const { refresh_token: refresh } = await browser.token(exchanged);
  const { access_token: access } = await browser.token({
    grant_type: 'refresh_token',
    client_id: id,
    refresh_token: refresh,
  });
  await browser.callTool(access);
  await browser.logIn(query, email);
  client.reads(key, '/v1/me', `/v1/identities/${agent}`);
}

/** The browser of a person, with the one cookie of the page. */
class Browser {
  readonly #url: string;
  #cookie = '';
  #page = '';

  constructor(url: string) {
    this.#url = url;
  }

  async logIn(query: URLSearchParams, email: string): Promise<void> {
    await this.#open(query);
    await this.submit(query, { action: 'login', email, password: PASSWORD });
    await this.#open(query);
  }

  /** Sends the form of the page, and returns where it leads. */
  async submit(query: URLSearchParams, fields: Readonly<Record<string, string>>): Promise<string> {
    const csrf = /name="csrf" value="([^"]+)"/.exec(this.#page)?.[1] ?? '';
    const response = await this.#send(query, new URLSearchParams({ ...fields, csrf }));
    const location = response.headers.get('location');
    if (location === null) throw new Error(`${fields.action}: ${response.status} ${await response.text()}`);
    return location;
  }

  async token(fields: Readonly<Record<string, string>>): Promise<Body> {
    const response = await fetch(`${this.#url}/v1/oauth/token`, { method: 'POST', body: new URLSearchParams(fields) });
    if (!response.ok) throw new Error(`${fields.grant_type}: ${response.status} ${await response.text()}`);
    return response.json();
  }

  /** Calls a tool of the MCP server, which calls the API with a token of its own. */
  async callTool(token: string): Promise<void> {
    const response = await fetch(`${this.#url}/v1/mcp`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'whoami', arguments: {} } }),
    });
    const text = await response.text();
    if (!response.ok || !text.includes('actor_type')) throw new Error(`whoami: ${response.status} ${text}`);
  }

  async #open(query: URLSearchParams): Promise<void> {
    this.#page = await (await this.#send(query)).text();
  }

  async #send(query: URLSearchParams, form?: URLSearchParams): Promise<Response> {
    const response = await fetch(`${this.#url}/v1/oauth/authorize?${query}`, {
      ...(form !== undefined && { method: 'POST', body: form }),
      headers: { cookie: this.#cookie },
      redirect: 'manual',
    });
    this.#cookie = response.headers.getSetCookie()[0]?.split(';')[0] ?? this.#cookie;
    return response;
  }
}
