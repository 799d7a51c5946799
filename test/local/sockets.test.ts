import {
  ApiGatewayManagementApiClient,
  DeleteConnectionCommand,
  GetConnectionCommand,
  GoneException,
  PostToConnectionCommand,
} from '@aws-sdk/client-apigatewaymanagementapi';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import type { LocalStack } from '#local/local-stack.ts';
import { functionResource, loaded, startFixture } from './support/fixture.ts';
import { SMALL_STACK } from './support/small-stack.ts';

/** Refuses handshakes with a status in the query, and stores each event in a message to another connection. */
const SOCKET = `
const sdk = ${loaded('@aws-sdk/client-apigatewaymanagementapi')};
const { ApiGatewayManagementApiClient, PostToConnectionCommand } = sdk;
const connections = new ApiGatewayManagementApiClient();
export const handler = async (event) => {
  const status = Number(event.queryStringParameters?.status ?? 200);
  if (event.queryStringParameters?.crash) throw new Error('on purpose');
  if (event.requestContext.eventType === 'MESSAGE') {
    if (event.body === 'crash') throw new Error('on purpose');
    const ConnectionId = event.requestContext.connectionId;
    await connections.send(new PostToConnectionCommand({ ConnectionId, Data: JSON.stringify(event) }));
  }
  return { statusCode: status };
};`;

const uri = {
  'Fn::Join': [
    '',
    [
      'arn:aws:apigateway:us-east-1:lambda:path/2015-03-31/functions/',
      { 'Fn::GetAtt': ['Socket', 'Arn'] },
      '/invocations',
    ],
  ],
};
const ApiId = { Ref: 'SocketApi' };
const route = (RouteKey: string) => ({
  Type: 'AWS::ApiGatewayV2::Route',
  Properties: { ApiId, RouteKey, Target: { 'Fn::Join': ['', ['integrations/', { Ref: 'SocketIntegration' }]] } },
});

const STACK = {
  bundles: { ...SMALL_STACK.bundles, socket: SOCKET },
  resources: {
    ...SMALL_STACK.resources,
    Socket: functionResource('socket'),
    SocketApi: {
      Type: 'AWS::ApiGatewayV2::Api',
      Properties: { ProtocolType: 'WEBSOCKET', RouteSelectionExpression: '$request.body.type' },
    },
    SocketStage: { Type: 'AWS::ApiGatewayV2::Stage', Properties: { ApiId, StageName: 'test' } },
    SocketIntegration: {
      Type: 'AWS::ApiGatewayV2::Integration',
      Properties: { ApiId, IntegrationType: 'AWS_PROXY', IntegrationUri: uri },
    },
    Connect: route('$connect'),
    Default: route('$default'),
    Hello: route('hello'),
  },
};

let stack: LocalStack;
let client: ApiGatewayManagementApiClient;

beforeAll(async () => {
  stack = await startFixture(STACK);
  const credentials = { accessKeyId: 'test', secretAccessKey: 'test' };
  client = new ApiGatewayManagementApiClient({ endpoint: stack.awsEndpoint, region: 'us-east-1', credentials });
});

afterAll(async () => {
  client?.destroy();
  await stack?.stop();
});

function connect(target: string): Promise<WebSocket | number> {
  return new Promise((resolve, reject) => {
    const socket = new WebSocket(stack.url.replace('http', 'ws') + target);
    socket.once('open', () => resolve(socket));
    socket.once('unexpected-response', (_request, response) => {
      socket.on('error', () => {});
      socket.terminate();
      resolve(response.statusCode ?? 0);
    });
    socket.once('error', reject);
  });
}

const opened = async () => (await connect('/test')) as WebSocket;
const next = (socket: WebSocket) =>
  new Promise<string>((resolve) => socket.once('message', (data) => resolve(String(data))));
const closed = (socket: WebSocket) => new Promise<number>((resolve) => socket.once('close', (code) => resolve(code)));

/** Sends a message and returns the event that it became. */
async function eventOf(socket: WebSocket, message: string | Buffer) {
  const answer = next(socket);
  socket.send(message);
  return JSON.parse(await answer);
}

test('The response to $connect decides about the handshake, and only the stage has connections', async () => {
  expect(await connect('/test?status=401')).toBe(401);
  expect(await connect('/test?status=429')).toBe(429);
  expect(await connect('/test?crash=1')).toBe(502);
  expect(await connect('/elsewhere')).toBe(403);
  expect(await opened()).toBeInstanceOf(WebSocket);
});

test('The type of a message selects its route, and $default gets the others', async () => {
  const socket = await opened();
  const routeOf = async (message: string | Buffer) => (await eventOf(socket, message)).requestContext.routeKey;
  expect(await routeOf('{"type":"hello"}')).toBe('hello');
  expect(await routeOf('{"type":"$connect"}')).toBe('$default');
  expect(await routeOf('no JSON')).toBe('$default');
  expect(await routeOf('null')).toBe('$default');
  const binary = await eventOf(socket, Buffer.from([0, 255]));
  expect(binary).toMatchObject({ isBase64Encoded: true, body: 'AP8=', requestContext: { eventType: 'MESSAGE' } });
});

test('A message that crashes its function is answered as API Gateway does', async () => {
  const socket = await opened();
  const answer = await eventOf(socket, 'crash');
  expect(answer).toEqual({
    message: 'Internal server error',
    connectionId: expect.any(String),
    requestId: expect.any(String),
  });
});

test('The SDK sends to a connection, describes it and closes it, after which it is gone', async () => {
  const socket = await opened();
  const { requestContext } = await eventOf(socket, 'who am I');
  const ConnectionId = requestContext.connectionId as string;
  const message = next(socket);
  await client.send(new PostToConnectionCommand({ ConnectionId, Data: Buffer.from('hello ü') }));
  expect(await message).toBe('hello ü');
  const described = await client.send(new GetConnectionCommand({ ConnectionId }));
  expect(described.ConnectedAt?.getTime()).toBe(requestContext.connectedAt);
  const ended = closed(socket);
  await client.send(new DeleteConnectionCommand({ ConnectionId }));
  expect(await ended).toBe(1008);
  await expect(client.send(new GetConnectionCommand({ ConnectionId }))).rejects.toBeInstanceOf(GoneException);
  const late = client.send(new PostToConnectionCommand({ ConnectionId, Data: Buffer.from('late') }));
  await expect(late).rejects.toBeInstanceOf(GoneException);
});
