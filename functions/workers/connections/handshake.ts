import type { APIGatewayProxyWebsocketEventV2 } from 'aws-lambda';

/** API Gateway passes the query and the headers of the handshake, which its type does not have. */
export type ConnectEvent = APIGatewayProxyWebsocketEventV2 & {
  requestContext: { identity: { sourceIp: string } };
  queryStringParameters?: Record<string, string | undefined> | null;
  headers?: Record<string, string | undefined>;
};

/** The response to a handshake. */
export interface HandshakeResponse {
  readonly statusCode: number;
  readonly headers?: Readonly<Record<string, string>>;
}
