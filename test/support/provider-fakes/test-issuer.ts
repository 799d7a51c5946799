import { generateKeyPairSync, type KeyObject, randomUUID } from 'node:crypto';
import { type JWK, SignJWT } from 'jose';
import { FakeServer } from './fake-server.ts';

interface IssuerKey {
  readonly kid: string;
  readonly privateKey: KeyObject;
  readonly publicKey: JWK;
}

/** An issuer like that of the service, which signs whatever a test asks for. */
export class TestIssuer {
  readonly #keys: IssuerKey[] = [];
  readonly #server: FakeServer;

  private constructor(server: FakeServer) {
    this.#server = server;
  }

  static async start(): Promise<TestIssuer> {
    const server = await FakeServer.start(({ path }) => {
      if (path === '/.well-known/jwks.json') return { status: 200, body: { keys: issuer.publicKeys } };
      if (path !== '/.well-known/openid-configuration') return { status: 404, body: {} };
      return { status: 200, body: { issuer: issuer.url, jwks_uri: `${issuer.url}/.well-known/jwks.json` } };
    });
    const issuer = new TestIssuer(server);
    issuer.rotate();
    return issuer;
  }

  get url(): string {
    return this.#server.url;
  }

  /** The newest key signs; the others are still published. */
  get publicKeys(): readonly JWK[] {
    return this.#keys.map(({ publicKey }) => publicKey);
  }

  rotate(): void {
    const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
    const kid = randomUUID();
    const jwk = { ...(publicKey.export({ format: 'jwk' }) as JWK), kid, alg: 'RS256', use: 'sig' };
    this.#keys.unshift({ kid, privateKey, publicKey: jwk });
  }

  /** Signs claims; those that are not given are those of a usual token, valid for ten minutes. */
  async sign(
    claims: Readonly<Record<string, unknown>>,
    header: Readonly<Record<string, unknown>> = {},
  ): Promise<string> {
    const [key] = this.#keys;
    if (key === undefined) throw new Error('no key');
    const iat = Math.floor(Date.now() / 1000);
    const payload = { iss: this.url, iat, exp: iat + 600, jti: randomUUID(), ...claims };
    return new SignJWT(payload)
      .setProtectedHeader({ alg: 'RS256', kid: key.kid, typ: 'JWT', ...header })
      .sign(key.privateKey);
  }

  close(): Promise<void> {
    return this.#server.close();
  }
}
