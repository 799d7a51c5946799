import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AccessCheck } from '../access/access-check.ts';
import { queueAccess } from '../access/service-accesses.ts';
import type { Functions } from '../functions/functions.ts';
import { listen } from '../http/listen.ts';
import { createLoopbackServer } from '../http/loopback-server.ts';
import { readBody } from '../http/read-body.ts';
import { ServiceError } from '../http/service-error.ts';
import type { SocketGateway } from '../sockets/socket-gateway.ts';
import { isConnectionPath, serveConnections } from './connections/connection-api.ts';
import type { EmailService } from './email/email-api.ts';
import { EMAIL_OPERATIONS } from './email/email-operations.ts';
import type { Identities } from './email/identities.ts';
import { identityCall, isIdentityPath } from './email/identity-api.ts';
import { RECEIPT_RULE_ACTIONS, type ReceiptRules } from './email/receipt-rules.ts';
import { isSuppressionPath, suppressionCall } from './email/suppression-api.ts';
import { isInvocationPath, serveInvocation } from './invocations/invocation-api.ts';
import { KEY_OPERATIONS, type Keys, keyAccesses } from './keys/key-api.ts';
import { serveObjects } from './objects/object-api.ts';
import type { ObjectStore } from './objects/object-store.ts';
import { isQueryCall, type QueryAction, serveQueryCall } from './query-api.ts';
import { QUEUE_OPERATIONS } from './queues/queue-api.ts';
import type { Queues } from './queues/queues.ts';
import { isSignedWith } from './request-signature.ts';
import { TOPIC_ACTIONS } from './topics/topic-api.ts';
import type { Topics } from './topics/topics.ts';

/** The emulated services. */
export interface Services {
  readonly queues: Queues;
  readonly objects: ObjectStore;
  readonly keys: Keys;
  readonly email: EmailService;
  readonly identities: Identities;
  /** The active set of receipt rules. */
  readonly receiptRules: ReceiptRules;
  readonly topics: Topics;
  /** The functions, which other functions may invoke. */
  readonly functions: Functions;
  /** Absent if the templates have no WebSocket API. */
  readonly sockets?: () => SocketGateway | undefined;
  /** Checks requests against the policies of their callers. Where it is absent, everything is allowed. */
  readonly access: AccessCheck | undefined;
}

/** Serves the requests of one service. The first protocol that understands a request serves it. */
interface Protocol {
  understands(request: IncomingMessage): boolean;
  serve(request: IncomingMessage, response: ServerResponse, services: Services): Promise<void>;
}

export interface AwsEndpoint {
  readonly url: string;
  /** Starts serving. Until then every call is refused, as an unavailable service would refuse it. */
  open(services: Services): void;
  close(): Promise<void>;
}

const MAX_BODY_BYTES = 64 * 1024 * 1024;

const target = (request: IncomingMessage) => String(request.headers['x-amz-target'] ?? '');

const QUERY_ACTIONS: Readonly<Record<string, QueryAction<Services>>> = { ...RECEIPT_RULE_ACTIONS, ...TOPIC_ACTIONS };

const PROTOCOLS: readonly Protocol[] = [
  {
    understands: (request) => target(request).startsWith('AmazonSQS.'),
    serve: (request, response, { queues, access }) =>
      answerJson(request, response, 'application/x-amz-json-1.0', (input) => {
        const [name, run] = operation(QUEUE_OPERATIONS, request);
        access?.require(request, queueAccess(name, input));
        return run(input, queues);
      }),
  },
  {
    understands: (request) => target(request).startsWith('TrentService.'),
    serve: (request, response, { keys, access }) =>
      answerJson(request, response, 'application/x-amz-json-1.1', (input) => {
        const [name, run] = operation(KEY_OPERATIONS, request);
        access?.require(request, keyAccesses(name, input, keys));
        return run(input, keys);
      }),
  },
  {
    understands: ({ method, url = '' }) => method === 'POST' && Object.hasOwn(EMAIL_OPERATIONS, url),
    serve: (request, response, { email, access }) =>
      answerJson(request, response, 'application/json', (input) => {
        const found = EMAIL_OPERATIONS[request.url ?? ''];
        if (found !== undefined) access?.require(request, found.accesses(input));
        return found?.run(input, email);
      }),
  },
  {
    understands: ({ url = '' }) => isSuppressionPath(url),
    serve: (request, response, { email: { suppression }, access }) =>
      answerJson(request, response, 'application/json', (input) => {
        const call = suppressionCall(request.method ?? '', request.url ?? '', input);
        if (call === undefined) throw new ServiceError('UnknownOperationException', 'This is not emulated.');
        access?.require(request, call.accesses);
        return call.run(suppression);
      }),
  },
  {
    understands: ({ method, url }) => method === 'GET' && url === '/v2/email/account',
    serve: (request, response, { email, access }) =>
      answerJson(request, response, 'application/json', () => {
        access?.require(request, [{ action: 'ses:GetAccount', resource: '*' }]);
        return { SendingEnabled: !email?.isPaused, ProductionAccessEnabled: true };
      }),
  },
  {
    understands: ({ url = '' }) => isIdentityPath(url),
    serve: (request, response, { identities, access }) =>
      answerJson(request, response, 'application/json', (input) => {
        const call = identityCall(request.method ?? '', request.url ?? '', input);
        if (call === undefined) throw new ServiceError('UnknownOperationException', 'This is not emulated.');
        access?.require(request, call.accesses);
        return call.run(identities);
      }),
  },
  {
    understands: isQueryCall,
    serve: (request, response, services) => serveQueryCall(request, response, QUERY_ACTIONS, services),
  },
  {
    understands: ({ url = '' }) => isInvocationPath(url),
    serve: (request, response, { functions, access }) => serveInvocation(request, response, functions, access),
  },
  {
    understands: ({ url = '' }) => isConnectionPath(url),
    serve: (request, response, { sockets, access }) => serveConnections(request, response, sockets?.(), access),
  },
  {
    understands: () => true,
    serve: (request, response, { objects, access }) => serveObjects(request, response, objects, access),
  },
];

/**
 * One loopback address at which the SDKs find SQS, SNS, KMS, SES, S3, Lambda and the connections of clients; DynamoDB
 * is the engine itself. Only requests that are signed with the secret access key are served.
 */
export async function startAwsEndpoint(secret: string): Promise<AwsEndpoint> {
  let services: Services | undefined;
  const server = createLoopbackServer({ keepAliveTimeout: 65_000 }, (request, response) => {
    if (!isSignedWith(secret, request)) {
      refuseUnsigned(request, response);
      return;
    }
    if (services === undefined) {
      response.writeHead(503).end();
      return;
    }
    const protocol = PROTOCOLS.find(({ understands }) => understands(request));
    protocol?.serve(request, response, services).catch(() => response.destroy());
  });
  const port = await listen(server, 0);
  return {
    url: `http://127.0.0.1:${port}`,
    open: (opened) => {
      services = opened;
    },
    close: () => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}

/** Source: AWS, Common errors; S3 API reference, Error responses. */
function refuseUnsigned({ method }: IncomingMessage, response: ServerResponse): void {
  const type = 'SignatureDoesNotMatch';
  const message = 'Only the functions of this stack may use this address.';
  const headers = { 'content-type': 'application/json', 'x-amzn-errortype': type };
  response.writeHead(403, headers).end(method === 'HEAD' ? undefined : JSON.stringify({ __type: type, message }));
}

// biome-ignore lint/suspicious/noExplicitAny: the operation that the request names checks the content
type Input = any;

function operation<T>(operations: Readonly<Record<string, T>>, request: IncomingMessage): readonly [string, T] {
  const name = target(request).split('.').at(-1) ?? '';
  const found = Object.hasOwn(operations, name) ? operations[name] : undefined;
  if (found === undefined) throw new ServiceError('UnknownOperationException', `${name} is not emulated.`);
  return [name, found];
}

async function answerJson(
  request: IncomingMessage,
  response: ServerResponse,
  type: string,
  serve: (input: Input) => unknown,
): Promise<void> {
  const headers = { 'content-type': type, 'x-amzn-requestid': randomUUID() };
  try {
    const body = await readBody(request, MAX_BODY_BYTES);
    const result = await serve(JSON.parse(body.toString() || '{}'));
    response.writeHead(200, headers).end(JSON.stringify(result));
  } catch (error) {
    const known = error instanceof ServiceError ? error : new ServiceError('InternalFailure', String(error), 500);
    response
      .writeHead(known.status, { ...headers, 'x-amzn-errortype': known.type })
      .end(JSON.stringify({ __type: known.type, message: known.message }));
  }
}
