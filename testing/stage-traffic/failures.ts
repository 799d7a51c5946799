import { createHmac, randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { WebSocket } from 'ws';
import { serviceNameOf } from '#lib/settings.ts';
import { REGION } from '#local/assembly/aws-identifiers.ts';
import { TableClient } from '#local/engines/table-client.ts';
import type { LocalStack } from '#local/local-stack.ts';
import { takeTicket } from '#shared/data/direct-writes/event-clock.ts';
import { WAYS_KEY } from '#shared/data/entities/log/heartbeat.ts';
import type { Key } from '#shared/data/table-client.ts';
import { PREDECESSORS } from '#shared/domain/log/log-order.ts';
import { createDocumentClient } from '#shared/runtime/document-client.ts';
import { sendMail } from '../mailer.ts';
import { memoryContents } from '../memory-contents.ts';
import { type Customer, sendAs } from './customer.ts';

/** Longer than a reader waits for the writer of an event, in milliseconds. */
const READ_MS = 9000;

export interface Affected {
  readonly first: Customer;
  /** Its mail server does not answer. */
  readonly unreachable: Customer;
  /** Its mail server refuses every recipient. */
  readonly refused: Customer;
  /** The writers of its events crash. */
  readonly crashing: Customer;
  /** An open connection of the first one. */
  readonly socket: WebSocket;
}

/** What fails in a stage: functions, writers of events, queues, mail servers, and the receipt rules of SES. */
export class StageFailures {
  readonly #stack: LocalStack;
  readonly #affected: Affected;

  constructor(stack: LocalStack, affected: Affected) {
    this.#stack = stack;
    this.#affected = affected;
  }

  /** Causes one failure of each kind. Their metrics follow within some seconds. */
  async cause(): Promise<void> {
    const { unreachable, refused, first } = this.#affected;
    await this.#crashFunctions();
    await this.#crashWriters();
    await Promise.all([
      sendAs(unreachable, 'ada@elsewhere.example'),
      sendAs(refused, 'ada@elsewhere.example'),
      sendMail(
        { envelope: { from: 'ada@sender.example', to: first.address }, raw: tooDeep() },
        this.#stack.smtpPort,
      ).catch(() => {}),
      first.api.post('/v1/webhooks/mail/inbound', { messages: [] }, { key: null, headers: forgedHeaders() }),
      this.#putUnknownOutboxEntry(),
    ]);
    // It has waited for the mail as long as the worker waits.
    for (const notice of this.#queue('mail-status')?.send([{ body: unknownMailNotice() }]) ?? []) {
      Object.assign(notice, { firstReceivedAt: Date.now() - 16 * 60_000 });
    }
    this.#queue('delivery')?.send([{ body: '{"not":"a job"}' }]);
    await this.#loseReceiptRules();
  }

  #queue(name: string) {
    return this.#stack.queues.find(nameOf(name));
  }

  /** Ends functions while they serve requests. */
  async #crashFunctions(): Promise<void> {
    const { first, socket } = this.#affected;
    const { api, agentId } = first;
    const during = async (functionName: string, call: () => Promise<unknown>) => {
      const running = call();
      await sleep(2);
      await this.#stack.functions.get(nameOf(functionName)).kill();
      await running.catch(() => {});
    };
    for (let count = 0; count < 4; count++) {
      await during('http-identities', () => Promise.all([api.get('/v1/identities'), api.get('/v1/identities')]));
      await during('http-mail', () => api.get(`/v1/identities/${agentId}/mail/messages`));
      await during('worker-connections', async () => {
        for (let ping = 0; ping < 10; ping++) socket.send('{"type":"ping"}');
      });
    }
  }

  /** Takes more tickets than an event names, without events for them, and has a reader wait behind them. */
  async #crashWriters(): Promise<void> {
    const { organizationId, api } = this.#affected.crashing;
    const endpoint = this.#stack.dynamodbEndpoint;
    const client = createDocumentClient({
      endpoint,
      region: REGION,
      credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
    });
    const table = { client, name: this.#tableName(), contents: memoryContents() };
    const since = new Date().toISOString();
    for (let count = 0; count <= PREDECESSORS; count++) await takeTicket(table, organizationId, Date.now());
    client.destroy();
    await sendAs(this.#affected.crashing, 'ada@elsewhere.example');
    const query = { type: 'mail.received', since, timeout_ms: READ_MS };
    void api.get('/v1/events/wait', { query }).catch(() => {});
  }

  /** Another stage's receipt rules are the active ones while the sweep looks, and have been for an hour. */
  async #loseReceiptRules(): Promise<void> {
    await this.#put({
      ...WAYS_KEY,
      at: { N: String(Date.now()) },
      ages: { M: { 'receipt-rules': { N: '3600' } } },
      notified: { L: [] },
      notifiedAt: { N: '0' },
    });
    const { receiptRules, functions } = this.#stack;
    const own = receiptRules.active;
    receiptRules.active = 'another-stage-inbound';
    // A new environment also looks at the failure queues at once.
    await functions.get(nameOf('worker-sweep')).kill();
    await functions.invoke(nameOf('worker-sweep'), {});
    receiptRules.active = own;
  }

  /** A row as a program with an error would write it: the relay puts it aside. */
  async #putUnknownOutboxEntry(): Promise<void> {
    await this.#put({ pk: 'OUTBOX#org_1', sk: randomUUID(), kind: { S: 'mial' } });
  }

  /** Puts a row with attributes in the form of DynamoDB. */
  async #put({ pk, sk, ...attributes }: Key & Readonly<Record<string, unknown>>): Promise<void> {
    const client = new TableClient(this.#stack.dynamodbEndpoint);
    const Item = { pk: { S: pk }, sk: { S: sk }, ...attributes };
    await client.call('PutItem', { TableName: this.#tableName(), Item });
    client.close();
  }

  #tableName(): string {
    const [table] = this.#stack.assembly.resources('AWS::DynamoDB::Table');
    return table?.name ?? '';
  }
}

const nameOf = (name: string) => serviceNameOf({ stage: 'dev' }, name);

/** An email with more parts within parts than the parser reads. */
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

/** What SES would say about an email that another program sent an hour ago. */
function unknownMailNotice(): string {
  const timestamp = new Date(Date.now() - 3_600_000).toISOString();
  const mail = { messageId: randomUUID(), timestamp, tags: {}, destination: ['a@b.example'], source: 'x@y.example' };
  return JSON.stringify({ eventType: 'Delivery', mail, delivery: { timestamp, recipients: ['a@b.example'] } });
}
