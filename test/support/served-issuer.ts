import { onTestFinished } from 'vitest';
import { type Received, Receiver } from '#testing/receiver.ts';
import type { TokenKey } from './subject-tokens.ts';

type Plan = ReturnType<Extract<Parameters<Receiver['respondWith']>[0], (...args: never) => unknown>>;

/** An issuer over HTTP on loopback, which publishes its keys as OpenID Connect Discovery says. */
export class ServedIssuer {
  readonly receiver: Receiver;
  keys: readonly TokenKey[];
  /** What the issuer responds in place of its documents, by the path. */
  plan: ((path: string) => Plan | undefined) | undefined;

  private constructor(receiver: Receiver, keys: readonly TokenKey[]) {
    this.receiver = receiver;
    this.keys = keys;
  }

  /** An issuer that stops at the end of the test. */
  static async start(...keys: TokenKey[]): Promise<ServedIssuer> {
    const receiver = await Receiver.start();
    onTestFinished(() => receiver.stop());
    const issuer = new ServedIssuer(receiver, keys);
    receiver.respondWith(({ path }: Received) => issuer.plan?.(path) ?? issuer.#documentAt(path));
    return issuer;
  }

  /** What its tokens have as `iss`. */
  get url(): string {
    return this.receiver.url('');
  }

  #documentAt(path: string): Plan {
    if (path === '/.well-known/openid-configuration')
      return { body: JSON.stringify({ issuer: this.url, jwks_uri: `${this.url}/jwks` }) };
    return path === '/jwks' ? { body: JSON.stringify({ keys: this.keys.map(({ jwk }) => jwk) }) } : { status: 404 };
  }
}
