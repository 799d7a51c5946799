import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A call of a method of Slack's API. */
export interface SlackCall {
  readonly method: string;
  readonly token: string;
  // biome-ignore lint/suspicious/noExplicitAny: tests read blocks of every kind
  readonly body: any;
}

/** Slack, as far as a program needs it that posts a message with buttons: its Web API, and who presses a button. */
export class FakeSlack {
  readonly #server: Server;
  readonly calls: SlackCall[] = [];
  readonly #secret: string;

  private constructor(secret: string) {
    this.#secret = secret;
    this.#server = createServer(async (request, response) => {
      const chunks = await Array.fromAsync(request);
      const token = request.headers.authorization?.replace('Bearer ', '') ?? '';
      const method = request.url?.slice(1) ?? '';
      const body = JSON.parse(Buffer.concat(chunks).toString());
      this.calls.push({ method, token, body });
      const ts = `${Date.now()}.${this.calls.length}`;
      const reply =
        token === 'xoxb-test' ? { ok: true, channel: body.channel, ts } : { ok: false, error: 'invalid_auth' };
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(reply));
    });
  }

  static async start(secret: string): Promise<FakeSlack> {
    const fake = new FakeSlack(secret);
    fake.#server.listen(0, '127.0.0.1');
    await once(fake.#server, 'listening');
    return fake;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  callsOf(method: string): SlackCall[] {
    return this.calls.filter((call) => call.method === method);
  }

  /** Presses a button of a message as a user, at a time. Returns the status of the program's response. */
  async press(
    program: string,
    { body }: SlackCall,
    {
      user,
      action,
      secret = this.#secret,
      at = Date.now(),
    }: { user: string; action: string; secret?: string; at?: number },
  ): Promise<number> {
    const elements = body.blocks.flatMap((block: { elements?: { action_id: string }[] }) => block.elements ?? []);
    const pressed = elements.find((element: { action_id: string }) => element.action_id === action);
    const payload = {
      type: 'block_actions',
      user: { id: user },
      container: { channel_id: body.channel, message_ts: '1.1' },
      actions: [pressed],
    };
    const text = new URLSearchParams({ payload: JSON.stringify(payload) }).toString();
    const time = String(Math.floor(at / 1000));
    const signature = `v0=${createHmac('sha256', secret).update(`v0:${time}:${text}`).digest('hex')}`;
    const headers = {
      'content-type': 'application/x-www-form-urlencoded',
      'x-slack-request-timestamp': time,
      'x-slack-signature': signature,
    };
    return (await fetch(`${program}/slack`, { method: 'POST', headers, body: text })).status;
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    this.#server.close();
    await once(this.#server, 'close');
  }
}
