import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A message that the bot has sent or replaced. */
export interface TeamsCall {
  readonly method: string;
  readonly path: string;
  // biome-ignore lint/suspicious/noExplicitAny: tests read cards of every kind
  readonly card: any;
}

interface Press {
  readonly user: string;
  readonly verb: string;
  /** Claims of the token in place of the right ones. */
  readonly claims?: Readonly<Record<string, unknown>>;
  readonly key?: KeyObject;
}

/** Teams, as far as a bot needs it: tokens for the bot, the connector, the keys of its tokens, and pressed buttons. */
export class FakeTeams {
  readonly #server: Server;
  readonly #keys = generateKeyPairSync('rsa', { modulusLength: 2048 });
  readonly #appId: string;
  readonly calls: TeamsCall[] = [];

  private constructor(appId: string) {
    this.#appId = appId;
    this.#server = createServer(async (request, response) => {
      const body = Buffer.concat(await Array.fromAsync(request)).toString();
      const { method = '', url: path = '', headers } = request;
      const send = (reply: object, status = 200) =>
        response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(reply));
      if (path === '/test/oauth2/v2.0/token') return send({ access_token: 'bot-token' });
      if (path === '/openid') return send({ jwks_uri: `${this.url}/keys` });
      if (path === '/keys') return send({ keys: [{ ...this.#keys.publicKey.export({ format: 'jwk' }), kid: 'one' }] });
      if (headers.authorization !== 'Bearer bot-token') return send({}, 401);
      this.calls.push({ method, path, card: JSON.parse(body).attachments[0].content });
      return send({ id: `activity-${this.calls.length}` });
    });
  }

  static async start(appId: string): Promise<FakeTeams> {
    const fake = new FakeTeams(appId);
    fake.#server.listen(0, '127.0.0.1');
    await once(fake.#server, 'listening');
    return fake;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** Presses a button of a card as a user. Returns the response of the bot. */
  async press(program: string, { card }: TeamsCall, { user, verb, claims = {}, key = this.#keys.privateKey }: Press) {
    const now = Math.floor(Date.now() / 1000);
    const head = { alg: 'RS256', kid: 'one' };
    const right = {
      iss: 'https://api.botframework.com',
      aud: this.#appId,
      serviceurl: this.url,
      nbf: now,
      exp: now + 60,
    };
    const signed = [head, { ...right, ...claims }]
      .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
      .join('.');
    const signature = sign('RSA-SHA256', Buffer.from(signed), key).toString('base64url');
    const action = card.actions.find((one: { verb: string }) => one.verb === verb);
    const activity = {
      type: 'invoke',
      name: 'adaptiveCard/action',
      serviceUrl: this.url,
      from: { aadObjectId: user },
      value: { action: { type: 'Action.Execute', verb, data: action.data } },
    };
    const response = await fetch(`${program}/teams`, {
      method: 'POST',
      headers: { authorization: `Bearer ${signed}.${signature}`, 'content-type': 'application/json' },
      body: JSON.stringify(activity),
    });
    // biome-ignore lint/suspicious/noExplicitAny: tests read replies of every kind
    const reply: any = response.ok ? await response.json() : undefined;
    return { status: response.status, reply };
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    this.#server.close();
    await once(this.#server, 'close');
  }
}
