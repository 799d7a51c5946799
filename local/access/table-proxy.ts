import { Agent, createServer, type IncomingMessage, type ServerResponse, request as send } from 'node:http';
import type { Assembly } from '../assembly/assembly.ts';
import { ServiceError } from '../emulators/service-error.ts';
import { listen } from '../http/listen.ts';
import { readBody } from '../http/read-body.ts';
import type { AccessCheck } from './access-check.ts';
import { type PartitionKeys, tableAccesses } from './table-accesses.ts';

const MAX_BODY_BYTES = 32 * 1024 * 1024;

export interface TableProxy {
  readonly endpoint: string;
  close(): Promise<void>;
}

/** A proxy in front of the DynamoDB engine that forwards the requests that the caller's policy allows. */
export async function startTableProxy(engine: string, check: AccessCheck, keys: PartitionKeys): Promise<TableProxy> {
  const agent = new Agent({ keepAlive: true });
  const server = createServer({ keepAliveTimeout: 65_000 }, (request, response) => {
    forward(request, response).catch((error) => refuse(response, error));
  });

  async function forward(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await readBody(request, MAX_BODY_BYTES);
    const operation =
      String(request.headers['x-amz-target'] ?? '')
        .split('.')
        .at(-1) ?? '';
    check.require(request, tableAccesses(operation, JSON.parse(body.toString() || '{}'), keys));
    const upstream = send(engine, { method: request.method, path: request.url, headers: request.headers, agent });
    upstream.on('response', (answer) => {
      response.writeHead(answer.statusCode ?? 500, answer.headers);
      answer.pipe(response);
    });
    upstream.on('error', () => response.destroy());
    upstream.end(body);
  }

  const port = await listen(server, 0);
  return {
    endpoint: `http://127.0.0.1:${port}`,
    close: () => {
      agent.destroy();
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}

/** The partition keys of the tables and indexes in the templates. */
export function partitionKeys(assembly: Assembly): PartitionKeys {
  type Schema = readonly { readonly AttributeName: string; readonly KeyType: string }[];
  const hashOf = (schema: Schema) => schema.find(({ KeyType }) => KeyType === 'HASH')?.AttributeName ?? '';
  return new Map(
    assembly.resources('AWS::DynamoDB::Table', 'AWS::DynamoDB::GlobalTable').map(({ name, properties }) => {
      const indexes = (properties.GlobalSecondaryIndexes ?? []) as { IndexName: string; KeySchema: Schema }[];
      const own = ['', hashOf(properties.KeySchema as Schema)] as const;
      return [
        name,
        new Map([own, ...indexes.map(({ IndexName, KeySchema }) => [IndexName, hashOf(KeySchema)] as const)]),
      ];
    }),
  );
}

function refuse(response: ServerResponse, error: unknown): void {
  const { type, message } =
    error instanceof ServiceError ? error : new ServiceError('InternalServerError', String(error));
  const body = JSON.stringify({ __type: `com.amazon.coral.service#${type}`, message });
  response.writeHead(400, { 'content-type': 'application/x-amz-json-1.0' }).end(body);
}
