import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { type AddressInfo, createServer as createTcpServer, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { READABLE_HEADERS, SENDABLE_HEADERS } from '#shared/domain/http/cross-origin.ts';
import type { Outcome, ReceivedRequest } from './outcome.ts';
import { allScenarios, type TopicScenario } from './scenario-files.ts';
import { ScenarioRun } from './scenario-run.ts';
import { sendReply } from './send-reply.ts';
import { followScript } from './socket-script.ts';

const HOST = '127.0.0.1';

/** How long an outcome waits for messages that the client has already sent, or is about to send. */
const LAST_MESSAGES_MS = 30_000;

/** How a service is started. */
interface ServiceOptions {
  /** Any by default. */
  readonly port?: number;
  /**
   * Whether a connection stays open for further requests; true by default. Some runtimes send a request again without
   * saying so, if a connection that they have used before is reset. The requests could then not be counted.
   */
  readonly keepsConnections?: boolean;
}

/**
 * A service for clients in any language that replies as scenarios say. Each run of a scenario has an address of its
 * own, so that many can run at once.
 *
 * See: clients/vectors/README.md#scenarios.
 */
export class ScriptedService {
  readonly #scenarios = allScenarios();
  readonly #runs = new Map<string, ScenarioRun>();
  readonly #server: Server;
  readonly #other: Server;
  readonly #keepsConnections: boolean;
  #refused = 0;

  private constructor({ keepsConnections = true }: ServiceOptions) {
    this.#keepsConnections = keepsConnections;
    this.#server = createServer((request, response) => void this.#handle(request, response, false));
    this.#other = createServer((request, response) => void this.#handle(request, response, true));
    this.#server.on('upgrade', (request: IncomingMessage, socket: Socket) => this.#upgrade(request, socket));
  }

  static async start(options: ServiceOptions = {}): Promise<ScriptedService> {
    const service = new ScriptedService(options);
    service.#refused = await unusedPort();
    for (const [server, at] of [
      [service.#server, options.port ?? 0],
      [service.#other, 0],
    ] as const) {
      server.listen(at, HOST);
      await once(server, 'listening');
    }
    return service;
  }

  get url(): string {
    return `http://${HOST}:${portOf(this.#server)}`;
  }

  async stop(): Promise<void> {
    for (const server of [this.#server, this.#other]) {
      server.closeAllConnections();
      server.close();
    }
    await Promise.all([this.#server, this.#other].map((server) => server.listening && once(server, 'close')));
  }

  async #handle(request: IncomingMessage, response: ServerResponse, isOther: boolean): Promise<void> {
    allowBrowsers(request, response);
    if (!this.#keepsConnections) response.setHeader('connection', 'close');
    if (request.method === 'OPTIONS') {
      response.writeHead(204).end();
      return;
    }
    const text = await bodyOf(request).catch(() => '');
    const { pathname } = new URL(request.url ?? '/', this.url);
    const [, first, id = '', ...rest] = pathname.split('/');
    if (first !== 'runs' || id === '') {
      const value = await this.#manage(`${request.method} ${pathname}`, text);
      response.writeHead(value === undefined ? 404 : 200, { 'content-type': 'application/json' });
      response.end(JSON.stringify(value ?? { error: 'not found' }));
      return;
    }
    const run = this.#runs.get(id);
    const received = receivedIn(request, `/${rest.join('/')}`, text);
    if (isOther || run === undefined) {
      run?.otherOrigin.push(received);
      response.writeHead(404).end();
      return;
    }
    run.requests.push(received);
    await sendReply(run.replyTo(received), response);
  }

  /** What runners ask for: the scenarios, a run, and whether its outcome is as expected. */
  async #manage(action: string, text: string): Promise<object | undefined> {
    if (action === 'GET /scenarios') return { scenarios: this.#scenarios };
    if (action === 'POST /runs') {
      const { topic, name } = JSON.parse(text) as { topic: string; name: string };
      const scenario = this.#scenarios.find((one) => one.topic === topic && one.name === name);
      return scenario && this.#begin(scenario);
    }
    const [, asked, id = ''] = /^(GET \/unfinished|POST \/outcomes)\/([^/]+)$/.exec(action) ?? [];
    const run = this.#runs.get(id);
    if (run === undefined) return undefined;
    for (let left = LAST_MESSAGES_MS; left > 0 && run.unfinished.size > 0; left -= 20) await pause(20);
    if (asked === 'GET /unfinished') return { unfinished: [...run.unfinished] };
    return { failures: run.failures(JSON.parse(text) as Outcome) };
  }

  #begin(scenario: TopicScenario): object {
    const id = randomUUID();
    const path = `/runs/${id}`;
    const run = new ScenarioRun(scenario, {
      url: this.url + path,
      ws: this.url.replace('http', 'ws') + path,
      other: `http://${HOST}:${portOf(this.#other)}${path}`,
      refused: `http://${HOST}:${this.#refused}`,
      refused_ws: `ws://${HOST}:${this.#refused}`,
    });
    this.#runs.set(id, run);
    return { id, ...run.task };
  }

  #upgrade(request: IncomingMessage, socket: Socket): void {
    socket.on('error', () => {});
    const { pathname } = new URL(request.url ?? '/', this.url);
    const [, , id = '', ...rest] = pathname.split('/');
    const run = this.#runs.get(id);
    const handshake = receivedIn(request, `/${rest.join('/')}`, '');
    run?.sockets.push(handshake);
    const rule = run?.replyToHandshake(handshake);
    if (run === undefined || rule === undefined) socket.end('HTTP/1.1 404 Not Found\r\nconnection: close\r\n\r\n');
    else void followScript(run, rule, request, socket);
  }
}

/** Lets pages of any origin use the service, with the headers that the real one lets them send and read. */
function allowBrowsers({ headers: { origin } }: IncomingMessage, response: ServerResponse): void {
  if (origin === undefined) return;
  response.setHeader('access-control-allow-origin', origin);
  response.setHeader('access-control-expose-headers', READABLE_HEADERS);
  response.setHeader('access-control-allow-methods', 'GET, POST, PUT, PATCH, DELETE');
  response.setHeader('access-control-allow-headers', SENDABLE_HEADERS);
}

function receivedIn(request: IncomingMessage, path: string, text: string): ReceivedRequest {
  const { searchParams } = new URL(request.url ?? '/', 'http://localhost');
  return {
    method: request.method ?? '',
    path,
    query: Object.fromEntries(searchParams),
    headers: request.headers as Record<string, string>,
    body: parsed(text),
    at: performance.now(),
  };
}

function parsed(text: string): unknown {
  try {
    return text === '' ? undefined : JSON.parse(text);
  } catch {
    return text;
  }
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const pieces: Buffer[] = [];
  for await (const piece of request) pieces.push(piece as Buffer);
  return Buffer.concat(pieces).toString();
}

function portOf(server: { address(): unknown }): number {
  return (server.address() as AddressInfo).port;
}

/** A port on which nothing listens. */
async function unusedPort(): Promise<number> {
  const server = createTcpServer().listen(0, HOST);
  await once(server, 'listening');
  const port = portOf(server);
  server.close();
  await once(server, 'close');
  return port;
}
