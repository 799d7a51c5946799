import { Agent, createServer, request as httpRequest, type IncomingMessage, type ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { listen } from '#local/http/listen.ts';
import { readBody } from '#local/http/read-body.ts';
import type { CallFault } from '../disturbance.ts';
import type { FaultDice } from './fault-dice.ts';
import { conflicting, deliveryWrittenBy, failed, type Refusal, serviceCallOf, throttled } from './service-call.ts';

export interface FaultProxy {
  readonly url: string;
  /** Where calls are forwarded to. Calls that arrive earlier wait. */
  forwardTo(target: string): void;
  close(): void;
}

export interface FaultProxyOptions {
  readonly dice: Pick<FaultDice, 'draw'>;
  /** Called with each fault of a call that writes to a delivery. */
  onDeliveryFault(deliveryId: string, fault: CallFault): void;
}

interface Forwarded {
  readonly status: number;
  readonly headers: IncomingMessage['headers'];
  readonly body: Buffer;
}

const MAX_BODY_BYTES = 64 * 1024 * 1024;

/** The longest delays of a call. A few are longer than a reader of the log waits for a writer. */
const LONGEST_DELAY_MS = 600;
const LONGEST_PAUSE_MS = 6500;
const SHARE_OF_PAUSES = 0.04;

/** Starts a proxy between the functions and a service, in which calls fail as the dice say. */
export async function startFaultProxy(options: FaultProxyOptions): Promise<FaultProxy> {
  const agent = new Agent({ keepAlive: true, maxSockets: 256 });
  let forwardTo: (target: string) => void = () => {};
  const target = new Promise<string>((resolve) => {
    forwardTo = resolve;
  });
  const server = createServer({ keepAliveTimeout: 65_000 }, (request, response) => {
    const forward = async (body: Buffer) => forwardCall(request, body, await target, agent);
    serve(request, response, forward, options).catch(() => response.destroy());
  });
  const port = await listen(server, 0);
  return {
    url: `http://127.0.0.1:${port}`,
    forwardTo,
    close: () => {
      server.closeAllConnections();
      server.close();
      agent.destroy();
    },
  };
}

async function serve(
  request: IncomingMessage,
  response: ServerResponse,
  forward: (body: Buffer) => Promise<Forwarded>,
  { dice, onDeliveryFault }: FaultProxyOptions,
): Promise<void> {
  const body = await readBody(request, MAX_BODY_BYTES);
  const call = serviceCallOf(request);
  const drawn = dice.draw(call.service, call.operation);
  if (drawn !== undefined) {
    const deliveryId = deliveryWrittenBy(call, body);
    if (deliveryId !== undefined) onDeliveryFault(deliveryId, drawn.fault);
  }
  const fault = drawn?.fault;
  if (fault === 'throttle') return refuse(response, throttled(call.service));
  if (fault === 'error') return refuse(response, failed(call.service));
  if (fault === 'conflict') return refuse(response, conflicting(body));
  if (fault === 'cut') return void request.socket.destroy();
  if (fault === 'late') await sleep(delayOf(drawn?.size ?? 0));
  const result = await forward(body);
  if (fault === 'lost') return void request.socket.destroy();
  if (fault === 'slow') await sleep(delayOf(drawn?.size ?? 0));
  response.writeHead(result.status, result.headers).end(result.body);
}

function delayOf(size: number): number {
  return size < SHARE_OF_PAUSES ? (size / SHARE_OF_PAUSES) * LONGEST_PAUSE_MS : size * LONGEST_DELAY_MS;
}

function refuse(response: ServerResponse, { status, headers, body }: Refusal): void {
  response.writeHead(status, headers).end(body);
}

function forwardCall(from: IncomingMessage, body: Buffer, target: string, agent: Agent): Promise<Forwarded> {
  const { connection: _connection, 'transfer-encoding': _chunked, ...headers } = from.headers;
  return new Promise((resolve, reject) => {
    const call = httpRequest(
      target + (from.url ?? '/'),
      { method: from.method, agent, headers: { ...headers, 'content-length': body.length } },
      (incoming) => {
        readBody(incoming, MAX_BODY_BYTES).then((bytes) => {
          const { connection: _closed, 'transfer-encoding': _encoding, ...kept } = incoming.headers;
          const isHead = from.method === 'HEAD';
          const length = isHead ? {} : { 'content-length': String(bytes.length) };
          resolve({ status: incoming.statusCode ?? 502, headers: { ...kept, ...length }, body: bytes });
        }, reject);
      },
    );
    call.once('error', reject);
    call.end(body);
  });
}
