import { Agent, createServer, request as httpRequest, type IncomingMessage, type ServerResponse } from 'node:http';
import { Meter } from './meter.ts';
import { isMetered, type MeteredRequest, meteredCall } from './metered-request.ts';

export interface MeteringProxy {
  readonly url: string;
  readonly meter: Meter;
}

/**
 * Runs `work` with a proxy in front of the database. It asks for the consumed capacity of every call of an AWS SDK
 * client and adds it up. Streams, control calls and calls that the local profile makes on behalf of AWS pass unchanged.
 *
 * See: DynamoDB API reference, ReturnConsumedCapacity (INDEXES: the table and each index).
 */
export async function withMeteringProxy<T>(target: string, work: (proxy: MeteringProxy) => Promise<T>): Promise<T> {
  const meter = new Meter();
  const agent = new Agent({ keepAlive: true, maxSockets: 64 });
  const server = createServer((request, response) => {
    forwardMetered(request, response, { target, agent, meter }).catch((error: Error) => {
      response.writeHead(502).end(error.message);
    });
  });
  server.keepAliveTimeout = 60_000;
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  try {
    return await work({ url: `http://127.0.0.1:${port}`, meter });
  } finally {
    server.close();
    server.closeAllConnections();
    agent.destroy();
  }
}

interface ProxyOptions {
  readonly target: string;
  readonly agent: Agent;
  readonly meter: Meter;
}

async function forwardMetered(
  request: IncomingMessage,
  response: ServerResponse,
  { target, agent, meter }: ProxyOptions,
): Promise<void> {
  const body = await bytesOf(request);
  const operation = String(request.headers['x-amz-target'] ?? '').split('.')[1] ?? '';
  const fromSdk = String(request.headers['user-agent'] ?? '').startsWith('aws-sdk-js/');
  const metered = fromSdk && isMetered(operation);
  const input = metered ? (JSON.parse(body.toString()) as MeteredRequest) : {};
  const sent = metered ? Buffer.from(JSON.stringify({ ...input, ReturnConsumedCapacity: 'INDEXES' })) : body;

  if (metered) meter.begin();
  try {
    const result = await forward(request, sent, target, agent);
    if (metered) meter.end(meteredCall(operation, input, JSON.parse(result.body.toString())));
    response.writeHead(result.status, result.headers).end(result.body);
  } catch (error) {
    if (metered) meter.end(undefined);
    throw error;
  }
}

interface ForwardedResponse {
  readonly status: number;
  readonly headers: IncomingMessage['headers'];
  readonly body: Buffer;
}

function forward(from: IncomingMessage, body: Buffer, target: string, agent: Agent): Promise<ForwardedResponse> {
  const { host: _host, connection: _connection, ...headers } = from.headers;
  return new Promise((resolve, reject) => {
    const call = httpRequest(
      target + (from.url ?? '/'),
      { method: from.method, agent, headers: { ...headers, 'content-length': body.length } },
      (incoming) => {
        bytesOf(incoming).then((bytes) => {
          const { connection: _closed, 'transfer-encoding': _chunked, ...kept } = incoming.headers;
          resolve({
            status: incoming.statusCode ?? 502,
            headers: { ...kept, 'content-length': String(bytes.length) },
            body: bytes,
          });
        }, reject);
      },
    );
    call.once('error', reject);
    call.end(body);
  });
}

async function bytesOf(stream: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream as AsyncIterable<Buffer>) chunks.push(chunk);
  return Buffer.concat(chunks);
}
