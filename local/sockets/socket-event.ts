import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { SocketDefinition } from './socket-definition.ts';

/** What all events of a connection have in common. */
export interface ConnectionFacts {
  readonly connectionId: string;
  readonly connectedAt: number;
  readonly sourceIp: string;
  readonly userAgent: string | undefined;
  readonly host: string;
}

interface EventDetails {
  readonly routeKey: string;
  readonly eventType: 'CONNECT' | 'MESSAGE' | 'DISCONNECT';
  readonly [detail: string]: unknown;
}

/**
 * The context of an event. Source: API Gateway developer guide, WebSocket API mapping template reference.
 */
export function requestContextOf(api: SocketDefinition, connection: ConnectionFacts, details: EventDetails) {
  const requestId = randomUUID();
  return {
    messageDirection: 'IN',
    extendedRequestId: requestId,
    requestId,
    requestTimeEpoch: Date.now(),
    requestTime: new Date().toUTCString(),
    stage: api.stage,
    apiId: api.apiId,
    domainName: connection.host,
    connectionId: connection.connectionId,
    connectedAt: connection.connectedAt,
    identity: { sourceIp: connection.sourceIp, userAgent: connection.userAgent ?? null },
    ...details,
  };
}

/** Headers and query of a handshake. Only `$connect` gets them. */
export function handshakeOf(request: IncomingMessage) {
  const headers = new Map<string, string[]>();
  for (let index = 0; index < request.rawHeaders.length; index += 2) {
    const name = request.rawHeaders[index] ?? '';
    headers.set(name, [...(headers.get(name) ?? []), request.rawHeaders[index + 1] ?? '']);
  }
  const { searchParams } = new URL(request.url ?? '/', 'http://localhost');
  const query = new Map([...new Set(searchParams.keys())].map((name) => [name, searchParams.getAll(name)]));
  return {
    headers: last(headers),
    multiValueHeaders: Object.fromEntries(headers),
    ...(query.size > 0 && {
      queryStringParameters: last(query),
      multiValueQueryStringParameters: Object.fromEntries(query),
    }),
  };
}

function last(values: ReadonlyMap<string, readonly string[]>): Record<string, string> {
  return Object.fromEntries([...values].map(([name, all]) => [name, all.at(-1) ?? '']));
}
