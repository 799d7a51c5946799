import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { onTestFinished } from 'vitest';
import type { Message } from '#clients/cli/src/mcp/messages.ts';

/** A request as it arrived. */
export interface Arrived {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly message: Message;
  /** Resolves when the caller is gone before the response is complete. */
  readonly left: Promise<void>;
}

export type Respond = (arrived: Arrived, response: ServerResponse) => void;

export interface FakeService {
  readonly url: string;
  readonly arrived: Arrived[];
}

/** An MCP endpoint that responds as a test wants, until the end of the test. */
export async function fakeService(respond: Respond, port = 0): Promise<FakeService> {
  const arrived: Arrived[] = [];
  const server = createServer((request, response) => {
    const left = new Promise<void>((resolve) => {
      response.once('close', () => {
        if (!response.writableFinished) resolve();
      });
    });
    void text(request).then((body) => {
      const one = {
        path: request.url ?? '',
        headers: request.headers,
        message: JSON.parse(body || '{}') as Message,
        left,
      };
      arrived.push(one);
      respond(one, response);
    });
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, arrived };
}

/** Responds with JSON. */
export function json(
  response: ServerResponse,
  value: unknown,
  status = 200,
  headers: Record<string, string> = {},
): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers });
  response.end(JSON.stringify(value));
}

/** Responds to every request with an error of the service. */
export const refuse =
  (status: number, headers: Record<string, string> = {}): Respond =>
  (_arrived, response) =>
    json(
      response,
      { error: { code: 'some.code', message: 'Said so', request_id: 'req_1', retryable: false } },
      status,
      headers,
    );

/** Responds with the result of a request. */
export function result(response: ServerResponse, { message }: Arrived, value: unknown = {}): void {
  json(response, { jsonrpc: '2.0', id: message.id, result: value });
}

/** Begins a stream of events. */
export function events(response: ServerResponse): (value: unknown) => void {
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  response.flushHeaders();
  return (value) => void response.write(`event: message\ndata: ${JSON.stringify(value)}\n\n`);
}
