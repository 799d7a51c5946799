import { Agent, request as httpRequest, type IncomingMessage, type ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { HostilePlan, RequestFault } from './plan.ts';
import type { ProxyRecord } from './record.ts';

const MAX_DELAY_MS = 300;
const STALL_MS = 5_000;
const MAX_RETRY_AFTER_SECONDS = 1;

/** Headers that concern one connection. `accept-encoding` is dropped because the proxy reads the bodies. */
const OWN_HEADERS = new Set(['connection', 'keep-alive', 'transfer-encoding', 'accept-encoding', 'host', 'expect']);

const agent = new Agent({ keepAlive: true });

interface Reply {
  readonly status: number;
  readonly headers: Record<string, string | string[]>;
  readonly body: Buffer;
}

/** What an exchange needs: the service, what happens to requests, and how a reply is changed on the way. */
export interface ExchangeOptions {
  readonly upstream: URL;
  readonly plan: HostilePlan;
  readonly record: ProxyRecord;
  readonly rewrite: (body: string) => string;
}

/** Passes one request to the service and its reply back, with the fault that the plan has for it. */
export async function exchange(
  request: IncomingMessage,
  response: ServerResponse,
  { upstream, plan, record, rewrite }: ExchangeOptions,
): Promise<void> {
  const name = nameOf(request);
  record.arrived(name);
  const fault = plan.forRequest(name);
  record.count(fault ?? 'passed');
  const reset = () => void request.socket.resetAndDestroy();
  try {
    const body = await read(request);
    const call = () => forward(upstream, request, body);
    if (fault === 'resetBefore') return reset();
    if (fault === 'failBefore') return send(response, serviceError(500, 'internal.error'));
    if (fault === 'refuse') {
      const seconds = plan.int(0, MAX_RETRY_AFTER_SECONDS);
      record.refuse(name, seconds);
      const refused = serviceError(429, 'rate_limit.exceeded');
      return send(response, { ...refused, headers: { ...refused.headers, 'retry-after': String(seconds) } });
    }
    if (fault === 'repeat') await call();
    const reply = await call();
    if (fault === 'stall') await sleep(STALL_MS);
    if (fault === 'stall' || fault === 'resetAfter') return reset();
    if (fault === 'delay') await sleep(plan.int(1, MAX_DELAY_MS));
    respond(request, response, fault, {
      ...reply,
      body: Buffer.from(rewrite(reply.body.toString('latin1')), 'latin1'),
    });
  } catch {
    // The client has left, or the service is not there, as while it starts again.
    reset();
  }
}

function respond(
  request: IncomingMessage,
  response: ServerResponse,
  fault: RequestFault | undefined,
  reply: Reply,
): void {
  const half = reply.body.subarray(0, reply.body.length >> 1);
  if (fault === 'failAfter') {
    send(response, {
      status: 502,
      headers: { 'content-type': 'text/html' },
      body: Buffer.from('<h1>Bad Gateway</h1>'),
    });
  } else if (fault === 'truncate' && half.length > 0) {
    response.writeHead(reply.status, { ...reply.headers, 'content-length': String(reply.body.length) });
    response.write(half, () => void request.socket.destroy());
  } else if (fault === 'shorten' && half.length > 0) {
    response.writeHead(reply.status, { ...without(reply.headers, 'content-length'), connection: 'close' });
    response.end(half);
  } else {
    send(response, reply);
  }
}

function send(response: ServerResponse, { status, headers, body }: Reply): void {
  const length = status === 204 || status === 304 ? {} : { 'content-length': String(body.length) };
  response.writeHead(status, { ...without(headers, 'content-length'), ...length }).end(body);
}

/** A name that all repetitions of one request share. */
function nameOf({ method, url, headers }: IncomingMessage): string {
  return `${method} ${url} ${headers['idempotency-key'] ?? ''}`;
}

function forward(upstream: URL, { method, url, rawHeaders, socket }: IncomingMessage, body: Buffer): Promise<Reply> {
  const headers = [...pairsOf(rawHeaders)].filter(([name]) => !OWN_HEADERS.has(name.toLowerCase()));
  const ending = new AbortController();
  const end = () => ending.abort();
  socket.once('close', end);
  return new Promise<Reply>((resolve, reject) => {
    const target = { protocol: upstream.protocol, hostname: upstream.hostname, port: upstream.port, path: url };
    const sent = httpRequest({
      ...target,
      method,
      headers: [...headers.flat(), 'host', upstream.host],
      agent,
      signal: ending.signal,
    });
    sent.once('error', reject);
    sent.once('response', (reply) => {
      read(reply).then(
        (bytes) => resolve({ status: reply.statusCode ?? 502, headers: kept(reply), body: bytes }),
        reject,
      );
    });
    sent.end(body);
  }).finally(() => socket.off('close', end));
}

function kept(reply: IncomingMessage): Record<string, string | string[]> {
  const entries = Object.entries(reply.headersDistinct).filter(([name]) => !OWN_HEADERS.has(name));
  return Object.fromEntries(
    entries.map(([name, values = []]) => [name, values.length === 1 ? (values[0] ?? '') : values]),
  );
}

function without(headers: Reply['headers'], name: string): Reply['headers'] {
  return Object.fromEntries(Object.entries(headers).filter(([other]) => other !== name));
}

function* pairsOf(raw: readonly string[]): Generator<[string, string]> {
  for (let index = 0; index < raw.length; index += 2) yield [raw[index] ?? '', raw[index + 1] ?? ''];
}

async function read(message: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of message) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

/** An error in the form of the service. See: docs/contract/errors.md. */
function serviceError(status: number, code: string): Reply {
  const error = { code, message: 'A fault of the hostile proxy.', request_id: 'req_hostile_proxy', retryable: true };
  return {
    status,
    headers: { 'content-type': 'application/json' },
    body: Buffer.from(JSON.stringify({ error })),
  };
}
