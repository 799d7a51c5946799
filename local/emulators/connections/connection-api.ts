import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AccessCheck } from '../../access/access-check.ts';
import { connectionAccess } from '../../access/service-accesses.ts';
import { readBody } from '../../http/read-body.ts';
import { ServiceError } from '../../http/service-error.ts';
import type { SocketGateway } from '../../sockets/socket-gateway.ts';

const PATH = /^\/@connections\/([^/?]+)$/;
const MAX_BODY_BYTES = 256 * 1024;

export function isConnectionPath(url: string): boolean {
  return PATH.test(url.replaceAll('%40', '@'));
}

/** The management API of the WebSocket API. Source: API Gateway developer guide, @connections commands. */
export async function serveConnections(
  request: IncomingMessage,
  response: ServerResponse,
  sockets: SocketGateway | undefined,
  access: AccessCheck | undefined,
): Promise<void> {
  try {
    const method = request.method ?? '';
    const id = decodeURIComponent(PATH.exec((request.url ?? '').replaceAll('%40', '@'))?.[1] ?? '');
    if (sockets === undefined) throw new ServiceError('GoneException', 'Gone', 410);
    access?.require(request, connectionAccess(method, sockets.address, id));
    if (method === 'POST') sockets.post(id, await readBody(request, MAX_BODY_BYTES));
    else if (method === 'DELETE') sockets.delete(id);
    else if (method !== 'GET') throw new ServiceError('ForbiddenException', 'Forbidden', 403);
    const body = method === 'GET' ? JSON.stringify(sockets.describe(id)) : '';
    response.writeHead(method === 'DELETE' ? 204 : 200, { 'content-type': 'application/json' }).end(body);
  } catch (error) {
    const known = error instanceof ServiceError ? error : new ServiceError('InternalFailure', String(error), 500);
    response
      .writeHead(known.status, { 'content-type': 'application/json', 'x-amzn-errortype': known.type })
      .end(JSON.stringify({ message: known.message }));
  }
}
