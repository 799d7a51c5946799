import { createHmac, randomUUID } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { SMTPServer } from 'smtp-server';
import { WebSocket } from 'ws';
import { serviceNameOf } from '../../lib/settings.ts';
import { TableClient } from '../../local/engines/table-client.ts';
import { readSettings } from '../../local/settings.ts';
import { type LocalStack, startStack } from '../../local/stack.ts';
import { ApiClient } from './api-client.ts';
import { sendMail } from './mailer.ts';
import { Receiver } from './receiver.ts';

const STAGE = { stage: 'dev' };

/** A stack in this process, so that a caller can end functions and write to queues. Nothing of it is left behind. */
export function startWatchedStack(): Promise<LocalStack> {
  const settings = readSettings({
    AID_PORT: '0',
    AID_SMTP_PORT: '0',
    AID_EPHEMERAL: '1',
    AID_LOOPBACK_ONLY: '1',
    AID_DELIVERY_DELAYS: '1,2',
    AID_LIMITS: JSON.stringify({ ipRequestsPerMinute: 100_000, orgRequestsPerMinute: 100_000 }),
  });
  // Severe lines are what this is about: they are no failure of the caller.
  return startStack({ settings, show: () => {}, onBroken: () => {} });
}

interface Customer {
  readonly api: ApiClient;
  readonly agentId: string;
  readonly address: string;
}

/** Traffic of customers and failures of every kind, on a stack of `startWatchedStack`. */
export class StageTraffic {
  private readonly stack: LocalStack;
  private readonly receiver: Receiver;
  private readonly refusing: SMTPServer;
  private readonly sockets: WebSocket[] = [];
  private readonly ended = new AbortController();
  private customers: readonly [Customer, Customer, Customer] | undefined;

  private constructor(stack: LocalStack, receiver: Receiver, refusing: SMTPServer) {
    this.stack = stack;
    this.receiver = receiver;
    this.refusing = refusing;
  }

  static async start(stack: LocalStack): Promise<StageTraffic> {
    const receiver = await Receiver.start(({ path }) => ({ status: path === '/broken' ? 503 : 200 }));
    const refusing = new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS'],
      onRcptTo: (_address, _session, callback) =>
        callback(Object.assign(new Error('no such user'), { responseCode: 550 })),
    });
    await new Promise<void>((resolve) => refusing.listen(0, '127.0.0.1', resolve));
    const traffic = new StageTraffic(stack, receiver, refusing);
    await traffic.signUp();
    return traffic;
  }

  async stop(): Promise<void> {
    this.ended.abort();
    for (const socket of this.sockets) socket.terminate();
    await Promise.all([this.receiver.stop(), new Promise<void>((resolve) => this.refusing.close(() => resolve()))]);
  }

  /** What customers do all the time. */
  async use(): Promise<void> {
    const [{ api, agentId, address }] = this.known();
    await Promise.all([
      ...Array.from({ length: 6 }, () => api.get('/v1/me')),
      api.get('/v1/identities'),
      api.get(`/v1/identities/${agentId}/mail/messages`),
      api.get('/v1/nothing'),
      api.post('/v1/identities', { handle: '!' }),
      this.send(address, 'A letter'),
      ...['ada@elsewhere.example', 'bounce@simulator.amazonses.com', 'complaint@simulator.amazonses.com'].map((to) =>
        api.post(`/v1/identities/${agentId}/mail/send`, { to, subject: 'Hello', text: 'text' }),
      ),
      fetch(`${this.stack.tunnelUrl}/t/nothing`).then((response) => response.text()),
    ]);
    void api.get('/v1/events/wait', { query: { timeout: 10 }, signal: this.ended.signal }).catch(() => {});
    for (const socket of this.sockets) if (socket.readyState === WebSocket.OPEN) socket.send('{"type":"ping"}');
  }

  /** Failures of the service, of its environment, and of strangers. */
  async fail(): Promise<void> {
    const [{ api, agentId, address }, unreachable, refused] = this.known();
    const name = (of: string) => serviceNameOf(STAGE, of);
    const functions = this.stack.functions;
    const during = async (functionName: string, call: () => Promise<unknown>) => {
      const running = call();
      await sleep(2);
      await functions.get(name(functionName)).kill();
      await running.catch(() => {});
    };
    for (let count = 0; count < 4; count++) {
      await during('http-identities', () => Promise.all([api.get('/v1/identities'), api.get('/v1/identities')]));
      await during('http-mail', () => api.get(`/v1/identities/${agentId}/mail/messages`));
    }
    await Promise.all([
      ...[unreachable, refused].map((customer) =>
        customer.api.post(`/v1/identities/${customer.agentId}/mail/send`, {
          to: 'ada@elsewhere.example',
          subject: 'Hello',
          text: 'text',
        }),
      ),
      sendMail({ envelope: { from: 'ada@sender.example', to: address }, raw: tooDeep() }, this.stack.smtpPort).catch(
        () => {},
      ),
      this.send(address, 'From a blocked sender', 'eve@blocked.example'),
      api.post('/v1/webhooks/mail/inbound', { messages: [] }, { key: null, headers: forgedHeaders() }),
    ]);
    await this.putUnknownOutboxEntry();
    // It has waited for the mail as long as the worker waits.
    for (const notice of this.stack.queues.find(name('mail-status'))?.send([{ body: unknownMailNotice() }]) ?? []) {
      Object.assign(notice, { firstReceivedAt: Date.now() - 16 * 60_000 });
    }
    this.stack.queues.find(name('delivery'))?.send([{ body: '{"not":"a job"}' }]);
  }

  /** A row as a program with an error would write it: the relay puts it aside. */
  private async putUnknownOutboxEntry(): Promise<void> {
    const [table] = this.stack.assembly.resources('AWS::DynamoDB::Table');
    const client = new TableClient(this.stack.dynamodbEndpoint);
    const row = { pk: 'OUTBOX#org_1', sk: randomUUID(), kind: 'mial' };
    const Item = Object.fromEntries(Object.entries(row).map(([name, value]) => [name, { S: value }]));
    await client.call('PutItem', { TableName: table?.name, Item });
    client.close();
  }

  private known() {
    if (this.customers === undefined) throw new Error('the customers have not signed up');
    return this.customers;
  }

  private send(to: string, subject: string, from = 'Ada <ada@sender.example>') {
    return sendMail({ to, from, subject, text: 'text' }, this.stack.smtpPort).catch(() => undefined);
  }

  private async signUp(): Promise<void> {
    const customers = await Promise.all([this.customer(), this.customer(), this.customer()]);
    this.customers = customers as [Customer, Customer, Customer];
    const [first, unreachable, refused] = this.customers;
    for (const [path, type] of [
      ['/hook', 'mail.received'],
      ['/broken', 'mail.sent'],
    ] as const) {
      await first.api.post('/v1/webhooks', { url: this.receiver.url(path), event_types: [type] });
    }
    await first.api.post('/v1/contact-rules', {
      identity_id: first.agentId,
      action: 'block',
      match_type: 'domain',
      match_target: 'blocked.example',
      direction: 'inbound',
    });
    const { port } = this.refusing.server.address() as AddressInfo;
    for (const [{ api }, at] of [
      [unreachable, 1],
      [refused, port],
    ] as const) {
      await api.post('/v1/provider-accounts', { provider: 'smtp', host: '127.0.0.1', port: at, is_default: true });
    }
    for (let count = 0; count < 2; count++) {
      const { body } = await first.api.post<{ connect_url?: string }>('/v1/events/streams', {});
      if (body.connect_url !== undefined) this.sockets.push(new WebSocket(body.connect_url).on('error', () => {}));
    }
  }

  private async customer(): Promise<Customer> {
    const open = new ApiClient(this.stack.url);
    const slug = `customer-${randomUUID().slice(0, 8)}`;
    const made = await open.post<{ admin_api_key: string }>('/v1/organizations', { name: 'Example', slug });
    const api = open.as(made.body.admin_api_key);
    const agent = await api.post<{ id: string; email_address: string }>('/v1/identities', {
      handle: `agent-${randomUUID().slice(0, 8)}`,
      display_name: 'Agent',
    });
    return { api, agentId: agent.body.id, address: agent.body.email_address };
  }
}

/** A mail with more parts within parts than the parser reads. */
function tooDeep(): string {
  const depth = 400;
  const open = Array.from(
    { length: depth },
    (_, level) => `Content-Type: multipart/mixed; boundary=b${level}\r\n\r\n--b${level}\r\n`,
  );
  return `From: ada@sender.example\r\nSubject: deep\r\nMIME-Version: 1.0\r\n${open.join('')}Content-Type: text/plain\r\n\r\ntext`;
}

function forgedHeaders(): Record<string, string> {
  return {
    'x-aid-provider-account': 'pac_0000000000000000000000000000',
    'x-aid-timestamp': String(Math.floor(Date.now() / 1000)),
    'x-aid-signature': `v1=${createHmac('sha256', 'wrong').update('x').digest('hex')}`,
  };
}

/** What SES would say about a mail that another program sent an hour ago. */
function unknownMailNotice(): string {
  const timestamp = new Date(Date.now() - 3_600_000).toISOString();
  const mail = { messageId: randomUUID(), timestamp, tags: {}, destination: ['a@b.example'], source: 'x@y.example' };
  return JSON.stringify({ eventType: 'Delivery', mail, delivery: { timestamp, recipients: ['a@b.example'] } });
}
