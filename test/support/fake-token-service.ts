import { FakeServer } from './provider-fakes/fake-server.ts';
import { TestIssuer } from './provider-fakes/test-issuer.ts';

/** The agent of every key of this service. */
export const AGENT_ID = 'agt_01JADA0000000000000000ADA0';
/** The one audience that is not allowed. */
export const REFUSED_AUDIENCE = 'https://refused.example.com';

/** The part of the service that `aid token` calls, with an issuer. */
export class FakeTokenService {
  readonly issuer: TestIssuer;
  /** The bodies of the requests for tokens. */
  readonly wanted: { readonly audience: string; readonly ttl_seconds?: number }[] = [];
  audiences: readonly string[] = ['https://old.example.com'];
  readonly #server: FakeServer;

  private constructor(issuer: TestIssuer, server: FakeServer) {
    this.issuer = issuer;
    this.#server = server;
  }

  static async start(): Promise<FakeTokenService> {
    const issuer = await TestIssuer.start();
    const server = await FakeServer.start(({ method, path, body }) => service.#respond(`${method} ${path}`, body));
    const service = new FakeTokenService(issuer, server);
    return service;
  }

  get url(): string {
    return this.#server.url;
  }

  async close(): Promise<void> {
    await Promise.all([this.#server.close(), this.issuer.close()]);
  }

  async #respond(operation: string, body: string) {
    if (operation === 'PUT /v1/identity-tokens/settings') this.audiences = JSON.parse(body).audiences;
    if (operation.endsWith(' /v1/identity-tokens/settings')) {
      return { status: 200, body: { audiences: this.audiences, updated_at: null } };
    }
    if (!operation.startsWith('POST /v1/identities/')) return { status: 404, body: {} };
    const wanted = JSON.parse(body);
    this.wanted.push(wanted);
    const { audience, ttl_seconds = 600 } = wanted;
    if (audience === REFUSED_AUDIENCE) {
      const error = { code: 'identity_token.audience', message: 'The audience is not allowed.', retryable: false };
      return { status: 403, body: { error } };
    }
    const iat = Math.floor(Date.now() / 1000);
    const token = await this.issuer.sign({ sub: `agent:${AGENT_ID}`, aud: audience, iat, exp: iat + ttl_seconds });
    const expires_at = new Date((iat + ttl_seconds) * 1000).toISOString();
    return { status: 201, body: { token, token_type: 'JWT', expires_at } };
  }
}
