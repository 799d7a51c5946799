import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import WebSocket, { type RawData, WebSocketServer } from 'ws';
import type { HostilePlan } from './plan.ts';
import type { ProxyRecord } from './record.ts';

const MAX_DELAY_MS = 300;
const SILENCE_MS = 3_000;

const server = new WebSocketServer({ noServer: true, handleProtocols: (protocols) => [...protocols][0] ?? false });

/** One connection of a client, and the one to the service behind it. */
export interface SocketOptions {
  readonly target: URL;
  readonly plan: HostilePlan;
  readonly record: ProxyRecord;
  readonly translate: (json: string) => string;
}

/** Connects a client's WebSocket with the service, with the faults that the plan has for it and its messages. */
export function connectSockets(
  request: IncomingMessage,
  socket: Duplex,
  head: Buffer,
  { target, plan, record, translate }: SocketOptions,
): void {
  const reset = (): void => {
    request.socket.resetAndDestroy();
  };
  socket.on('error', reset);
  const fault = plan.forHandshake();
  record.count(fault ?? 'connected');
  if (fault === 'refuseBefore') {
    reset();
    return;
  }
  const { authorization, 'sec-websocket-protocol': protocols } = request.headers;
  const upstream = new WebSocket(target, protocols?.split(/\s*,\s*/) ?? [], {
    headers: authorization === undefined ? {} : { authorization },
  });
  upstream.on('error', reset);
  upstream.once('unexpected-response', (_sent, { statusCode }) => {
    socket.end(`HTTP/1.1 ${statusCode} Refused\r\ncontent-length: 0\r\nconnection: close\r\n\r\n`);
  });
  const early: [RawData, boolean][] = [];
  upstream.on('message', (data, isBinary) => early.push([data, isBinary]));
  upstream.once('open', () => {
    if (fault === 'refuseAfter') {
      upstream.terminate();
      reset();
      return;
    }
    server.handleUpgrade(request, socket, head, (client) => {
      upstream.removeAllListeners('message');
      join(client, upstream, { plan, record, translate, reset });
      for (const [data, isBinary] of early) upstream.emit('message', data, isBinary);
    });
  });
}

interface Faults extends Omit<SocketOptions, 'target'> {
  readonly reset: () => void;
}

/** Passes the messages of both sides. Those of the service may meet a fault. */
function join(client: WebSocket, upstream: WebSocket, { plan, record, translate, reset }: Faults): void {
  let isSilent = false;
  let turn = Promise.resolve();
  const passOn = (to: WebSocket, data: RawData, isBinary: boolean) => {
    if (!isSilent && to.readyState === WebSocket.OPEN) to.send(data, { binary: isBinary });
  };
  client.on('error', () => upstream.terminate());
  client.on('close', () => upstream.close());
  client.on('message', (data, isBinary) => passOn(upstream, data, isBinary));
  upstream.on('close', () => {
    turn = turn.then(() => (isSilent ? undefined : client.close()));
  });
  upstream.on('message', (original, isBinary) => {
    const data = isBinary ? original : Buffer.from(translate(String(original)));
    const fault = plan.forMessage();
    record.count(fault === undefined ? 'message' : `message ${fault}`);
    turn = turn.then(async () => {
      if (fault === 'drop' || isSilent) return;
      if (fault === 'delay') await sleep(plan.int(1, MAX_DELAY_MS));
      if (fault === 'reset') reset();
      if (fault === 'close') client.close(1001);
      if (fault === 'silence') {
        isSilent = true;
        setTimeout(reset, SILENCE_MS).unref();
      }
      passOn(client, data, isBinary);
      if (fault === 'repeat') passOn(client, data, isBinary);
    });
  });
}
