import { randomUUID } from 'node:crypto';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { ErrorCode } from '#shared/domain/errors/errors.ts';
import { FunctionError } from '../functions/function-error.ts';
import type { Functions } from '../functions/functions.ts';
import type { StreamHead } from '../functions/protocol.ts';
import { parseResult } from '../functions/proxy-result.ts';
import { listen } from '../http/listen.ts';
import { createLoopbackServer } from '../http/loopback-server.ts';
import { visitorRefusal } from '../http/loopback-visitor.ts';
import { BodyTooLarge, readBody } from '../http/read-body.ts';
import type { LogStore } from '../logs/log-store.ts';
import type { SocketGateway } from '../sockets/socket-gateway.ts';
import { reportAtEnd, type Served } from './access-log.ts';
import type { ApiDefinition, ApiMethod, FunctionMethod } from './api-definition.ts';
import { type GatewayResponseType, respondByGateway } from './gateway-response.ts';
import type { KeptRequests } from './kept-requests.ts';
import { type LocalPages, respondLocally } from './local-routes.ts';
import { proxyEvent } from './proxy-event.ts';
import { hasHeaders } from './required-headers.ts';
import { Router } from './router.ts';
import { sendHead, sendResult } from './send-result.ts';

/** Source: API Gateway quotas, payload size. */
const MAX_BODY_BYTES = 10 * 1024 * 1024;

/** The largest event of a function. API Gateway responds with 413 for a request that makes a larger one. */
const MAX_EVENT_BYTES = 6 * 1024 * 1024;

/** A body below this size never makes an event that is too large, even if each of its bytes is escaped. */
const MAY_BE_TOO_LARGE = MAX_EVENT_BYTES / 8;

interface Backend extends Partial<KeptRequests> {
  readonly api: ApiDefinition;
  readonly functions: Functions;
  /** The pages of the local profile. */
  readonly pages?: LocalPages;
  /** The WebSocket API on the same port, if there is one. */
  readonly sockets: SocketGateway | undefined;
  /** Keeps the access log. */
  readonly logs?: LogStore;
}

export interface ApiGateway {
  readonly port: number;
  /** Starts serving. Until then the port is taken, and responses say that the stack is not ready. */
  open(backend: Backend): void;
  /** Stops serving. The port stays taken, and responses say again that the stack is not ready. */
  shut(): void;
  close(): Promise<void>;
}

interface Opened extends Backend {
  readonly router: Router<ApiMethod>;
  /** The origins that the definition itself lets call it. */
  readonly pageOrigins: ReadonlySet<string>;
}

/** Where a REST API is served. */
export interface GatewayPort {
  readonly port: number;
  /** What the port is for, and the variable that names another. */
  readonly what: string;
  readonly variable: string;
  /** Whether any free port will do if this one is in use. */
  readonly mayChange?: boolean;
}

/** A REST API of the templates on a loopback port. */
export async function startApiGateway({ port, what, variable, mayChange }: GatewayPort): Promise<ApiGateway> {
  let opened: Opened | undefined;
  const refusalOf = (request: IncomingMessage, admits: (request: IncomingMessage) => boolean) =>
    visitorRefusal(request, request.socket.localPort ?? port, admits);
  const server = createLoopbackServer({ keepAliveTimeout: 65_000, requestTimeout: 120_000 }, (request, response) => {
    const refusal = refusalOf(request, (asking) => opened !== undefined && admitsPage(opened, asking));
    if (refusal !== undefined) {
      refuseVisitor(response, refusal);
      return;
    }
    if (opened === undefined) {
      response.writeHead(503, { 'content-type': 'application/json', 'retry-after': '1' }).end('{"status":"starting"}');
      return;
    }
    const requestId = randomUUID();
    const { api } = opened;
    serve(request, response, opened, requestId).catch(() =>
      respondByGateway(response, api.responses, 'DEFAULT_5XX', requestId),
    );
  });
  server.on('upgrade', (request, socket, head) => {
    const sockets = opened?.sockets;
    if (refusalOf(request, (asking) => opened !== undefined && isOfPage(opened, asking)) !== undefined)
      socket.end('HTTP/1.1 403 Forbidden\r\ncontent-length: 0\r\nconnection: close\r\n\r\n');
    else if (sockets === undefined)
      socket.end('HTTP/1.1 503 Service Unavailable\r\ncontent-length: 0\r\nconnection: close\r\n\r\n');
    else sockets.upgrade(request, socket, head).catch(() => socket.destroy());
  });
  server.on('clientError', (_error, socket: Socket) => {
    if (socket.writable) socket.end('HTTP/1.1 400 Bad Request\r\ncontent-length: 0\r\nconnection: close\r\n\r\n');
    else socket.destroy();
  });
  return {
    port: await listenOr(mayChange, server, port, what, variable),
    open: (backend) => {
      const router = new Router<ApiMethod>();
      for (const method of backend.api.methods) router.add(method.httpMethod, method.resourcePath, method);
      opened = { ...backend, router, pageOrigins: pageOriginsOf(backend.api) };
    },
    shut: () => {
      opened = undefined;
    },
    close: () => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}

function pageOriginsOf({ methods }: ApiDefinition): ReadonlySet<string> {
  const origins = methods.map((method) => method.kind === 'fixed' && method.headers['access-control-allow-origin']);
  return new Set(origins.filter((origin) => typeof origin === 'string'));
}

/**
 * Whether the API decides about a page of another origin. A path with an `OPTIONS` of its own has a function that does,
 * or names the one origin that may call it.
 */
function admitsPage(opened: Opened, request: IncomingMessage): boolean {
  const route = opened.router.find('OPTIONS', targetOf(request.url ?? '/').path)?.route;
  if (route?.httpMethod !== 'OPTIONS') return false;
  return route.kind === 'function' || isOfPage(opened, request);
}

/** Whether the request comes from a page that the definition allows to call the API. */
function isOfPage({ pageOrigins }: Opened, { headers: { origin } }: IncomingMessage): boolean {
  return origin !== undefined && pageOrigins.has(origin);
}

/** Responds with the error body of the service, which clients can show. */
function refuseVisitor(response: ServerResponse, message: string): void {
  const requestId = randomUUID();
  const error = { code: 'auth.forbidden' satisfies ErrorCode, message, request_id: requestId, retryable: false };
  response
    .writeHead(403, { 'content-type': 'application/json', 'cache-control': 'no-store', 'x-request-id': requestId })
    .end(JSON.stringify({ error }));
}

/** Listens on the port, or on any free one if that is allowed. */
async function listenOr(
  mayChange: boolean | undefined,
  server: Server,
  port: number,
  what: string,
  variable: string,
): Promise<number> {
  try {
    return await listen(server, port, what, variable);
  } catch (error) {
    if (!mayChange) throw error;
    return listen(server, 0, what, variable);
  }
}

async function serve(
  request: IncomingMessage,
  response: ServerResponse,
  opened: Opened,
  requestId: string,
): Promise<void> {
  const { api, functions, router, pages } = opened;
  const startedAt = Date.now();
  const { path, query } = targetOf(request.url ?? '/');
  if (pages !== undefined && (await respondLocally(pages, request, response, { path, query }))) return;
  const served: Served = { api, requestId, startedAt };
  reportAtEnd(request, response, served, { recorder: functions.recorder, ...opened });
  const match = router.find(request.method ?? '', path);
  if (match === undefined) {
    respondByGateway(response, api.responses, 'MISSING_AUTHENTICATION_TOKEN', requestId);
    return;
  }
  const { route } = match;
  served.resourcePath = route.resourcePath;
  if (route.kind === 'fixed') {
    response.writeHead(route.status, { ...route.headers, 'x-amzn-requestid': requestId }).end();
    return;
  }
  if (!hasHeaders(request.headers, route.requiredHeaders)) {
    respondByGateway(response, api.responses, 'BAD_REQUEST_PARAMETERS', requestId);
    return;
  }
  let body: Buffer;
  try {
    body = await readBody(request, MAX_BODY_BYTES);
  } catch (error) {
    if (!(error instanceof BodyTooLarge)) return void response.destroy();
    respondByGateway(response, api.responses, 'REQUEST_TOO_LARGE', requestId);
    return;
  }
  const event = proxyEvent(api, { request, body, path, query, match, requestId, startedAt });
  if (body.length > MAY_BE_TOO_LARGE && Buffer.byteLength(JSON.stringify(event)) > MAX_EVENT_BYTES) {
    respondByGateway(response, api.responses, 'REQUEST_TOO_LARGE', requestId);
    return;
  }
  await integrate(response, opened, route, event, served);
}

/** Invokes the method's function and responds with its result, or with API Gateway's own error. */
async function integrate(
  response: ServerResponse,
  { api, functions }: Opened,
  route: FunctionMethod,
  event: unknown,
  served: Served,
): Promise<void> {
  const { requestId } = served;
  const fail = (type: GatewayResponseType) => respondByGateway(response, api.responses, type, requestId);
  let settled = false;
  const timer = setTimeout(() => {
    settled = true;
    fail('INTEGRATION_TIMEOUT');
  }, route.timeoutMs);
  const receiver = route.streamed
    ? {
        head: (head: StreamHead) => settled || sendHead(response, head, requestId),
        chunk: (bytes: Uint8Array) => settled || response.write(bytes),
      }
    : undefined;
  try {
    served.invokedAt = performance.now();
    const payload = await functions.invoke(route.functionArn, event, receiver);
    served.integratedAt = performance.now();
    if (settled) return;
    if (receiver !== undefined) return void response.end();
    const result = parseResult(payload);
    if (result === undefined) fail('DEFAULT_5XX');
    else await sendResult(response, result, requestId, api.minimumCompressionBytes);
  } catch (error) {
    if (!settled) fail(error instanceof FunctionError && error.timedOut ? 'INTEGRATION_TIMEOUT' : 'DEFAULT_5XX');
  } finally {
    clearTimeout(timer);
  }
}

/** Path and query as they were sent; a request line may also carry a whole address. */
function targetOf(url: string): { path: string; query: string } {
  const local = url.replace(/^https?:\/\/[^/?#]*/i, '');
  const at = local.indexOf('?');
  return at === -1 ? { path: local, query: '' } : { path: local.slice(0, at), query: local.slice(at + 1) };
}
