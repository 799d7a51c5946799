import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Assembly } from '../assembly/assembly.ts';
import type { Functions } from '../functions/functions.ts';
import { parseResult } from '../functions/proxy-result.ts';
import { listen } from '../http/listen.ts';
import { createLoopbackServer } from '../http/loopback-server.ts';
import { visitorRefusal } from '../http/loopback-visitor.ts';
import { sourceIpOf } from '../http/source-ip.ts';
import { httpApiDefinition } from './http-api-definition.ts';

/** The HTTP API of the templates on a loopback port. */
export interface HttpApi {
  /** The address that the templates give it. */
  readonly endpoint: string;
  readonly url: string;
  /** Starts serving. */
  open(functions: Functions): void;
  close(): Promise<void>;
}

/**
 * Serves the HTTP API on any free port; `undefined` if the templates have none. Bodies of requests are not passed on:
 * the console reads none.
 */
export async function startHttpApi(assembly: Assembly): Promise<HttpApi | undefined> {
  const definition = httpApiDefinition(assembly);
  if (definition === undefined) return undefined;
  const { endpoint, functionArn } = definition;
  let functions: Functions | undefined;
  const server = createLoopbackServer({}, (request, response) => {
    const refusal = visitorRefusal(request, request.socket.localPort ?? 0);
    if (refusal !== undefined || functions === undefined) {
      fail(response, refusal === undefined ? 503 : 403, refusal ?? 'Service Unavailable');
      return;
    }
    serve(request, response, (event) => (functions as Functions).invoke(functionArn, event)).catch(() =>
      fail(response, 500, 'Internal Server Error'),
    );
  });
  const port = await listen(server, 0, 'console');
  return {
    endpoint,
    url: `http://127.0.0.1:${port}`,
    open: (loaded) => {
      functions = loaded;
    },
    close: () => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}

async function serve(
  request: IncomingMessage,
  response: ServerResponse,
  invoke: (event: unknown) => Promise<string>,
): Promise<void> {
  const result = parseResult(await invoke(eventOf(request)));
  if (result === undefined) return fail(response, 500, 'Internal Server Error');
  const { statusCode, headers = {}, body, isBase64Encoded } = result;
  const bytes = Buffer.from(body ?? '', isBase64Encoded ? 'base64' : 'utf8');
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, String(value));
  response.writeHead(Number(statusCode)).end(bytes);
}

/**
 * The event of a Lambda proxy integration, payload version 2.0.
 *
 * Source: API Gateway developer guide, AWS Lambda proxy integrations for HTTP APIs.
 */
function eventOf(request: IncomingMessage) {
  const { method = 'GET', url = '/', headers } = request;
  const [rawPath = '/', rawQueryString = ''] = url.split('?', 2);
  const now = Date.now();
  const sourceIp = sourceIpOf(request) ?? '';
  const userAgent = headers['user-agent'] ?? '';
  return {
    version: '2.0',
    routeKey: '$default',
    rawPath,
    rawQueryString,
    headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, [value].flat().join(',')])),
    requestContext: {
      domainName: (headers.host ?? 'localhost').replace(/:\d+$/, ''),
      http: { method, path: rawPath, protocol: `HTTP/${request.httpVersion}`, sourceIp, userAgent },
      requestId: randomUUID(),
      routeKey: '$default',
      stage: '$default',
      timeEpoch: now,
    },
    isBase64Encoded: false,
  };
}

/** API Gateway's own error. */
function fail(response: ServerResponse, status: number, message: string): void {
  if (response.headersSent) return void response.destroy();
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify({ message }));
}
