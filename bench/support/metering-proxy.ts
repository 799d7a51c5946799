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
    pass(request, response, { target, agent, meter }).catch((error: Error) => {
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

interface Way {
  readonly target: string;
  readonly agent: Agent;
  readonly meter: Meter;
}

async function pass(request: IncomingMessage, response: ServerResponse, { target, agent, meter }: Way): Promise<void> {
  const body = await bytesOf(request);
  const operation = String(request.headers['x-amz-target'] ?? '').split('.')[1] ?? '';
  const ofSdk = String(request.headers['user-agent'] ?? '').startsWith('aws-sdk-js/');
  const metered = ofSdk && isMetered(operation);
  const asked = metered ? (JSON.parse(body.toString()) as MeteredRequest) : {};
  const sent = metered ? Buffer.from(JSON.stringify({ ...asked, ReturnConsumedCapacity: 'INDEXES' })) : body;

  if (metered) meter.begin();
  try {
    const answered = await forward(request, sent, target, agent);
    if (metered) meter.end(meteredCall(operation, asked, JSON.parse(answered.body.toString())));
    response.writeHead(answered.status, answered.headers).end(answered.body);
  } catch (error) {
    if (metered) meter.end(undefined);
    throw error;
  }
}

interface Answered {
  readonly status: number;
  readonly headers: IncomingMessage['headers'];
  readonly body: Buffer;
}

function forward(from: IncomingMessage, body: Buffer, target: string, agent: Agent): Promise<Answered> {
  const { host: _host, connection: _connection, ...headers } = from.headers;
  return new Promise((resolve, reject) => {
    const call = httpRequest(
      target + (from.url ?? '/'),
      { method: from.method, agent, headers: { ...headers, 'content-length': body.length } },
      (answer) => {
        bytesOf(answer).then((bytes) => {
          const { connection: _closed, 'transfer-encoding': _chunked, ...kept } = answer.headers;
          resolve({
            status: answer.statusCode ?? 502,
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
