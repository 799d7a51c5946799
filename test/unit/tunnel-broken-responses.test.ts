import { type AddressInfo, createServer, type Server } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { answerRequest } from '#clients/tunnel/answer-request.ts';
import { ArrivingRequest, type RequestMessage } from '#clients/tunnel/arriving-request.ts';
import { TunnelRequest } from '#clients/typescript/src/loops/tunnel-request.ts';
import { sendResponse } from '#clients/typescript/src/loops/tunnel-response.ts';

/** What a server sends in one write, before it closes the connection: the end of the head, and a part of the body. */
const BROKEN: Readonly<Record<string, string>> = {
  '/closed': 'transfer-encoding: chunked\r\n\r\nd\r\nthe beginning\r\n',
  '/malformed': 'transfer-encoding: chunked\r\n\r\nd\r\nthe beginning\r\nnonsense\r\n',
  '/closed-before-its-body': 'transfer-encoding: chunked\r\n\r\n',
  '/closed-before-its-length': 'content-length: 1000\r\n\r\nthe beginning',
};

let server: Server;
let port: number;

beforeAll(async () => {
  server = createServer((socket) => {
    socket.on('error', () => {});
    socket.once('data', (data) => {
      const [, path = ''] = String(data).split(' ');
      socket.end(`HTTP/1.1 200 OK\r\n${BROKEN[path]}`);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  ({ port } = server.address() as AddressInfo);
});
afterAll(() => void server.close());

interface Sent {
  readonly type: string;
  readonly status?: number;
  readonly seq?: number;
  readonly body?: string;
  readonly more?: boolean;
}

/** What the public client gets of the messages: a status and a text, or no response, and where it breaks off. */
function outcomeOf(sent: readonly Sent[]) {
  const [head] = sent;
  const { seq } = sent.at(-1) ?? {};
  const text = Buffer.concat(sent.map(({ body = '' }) => Buffer.from(body, 'base64'))).toString();
  return head?.type === 'error' ? { seq } : { status: head?.status, text, more: sent.at(-2)?.more, seq };
}

const requestTo = (path: string): RequestMessage => ({ type: 'request', id: 'r', method: 'GET', path, headers: [] });

/** How the two programs respond to a request: `aid-tunnel`, and `serve` of the SDK. Both say where it breaks off. */
const CLIENTS: Readonly<Record<string, (path: string, send: (message: object) => Promise<void>) => Promise<unknown>>> =
  {
    'aid-tunnel': (path, send) =>
      answerRequest(new ArrivingRequest(requestTo(path)), {
        target: { host: '127.0.0.1', port },
        send,
        requestUpload: () => Promise.reject(new Error('no upload is needed')),
      }).catch(({ seq }) => send({ type: 'error', seq })),
    serve: async (path, send) => {
      const request = new TunnelRequest({ ...requestTo(path), headers: [] });
      const response = await fetch(await request.toRequest(`http://127.0.0.1:${port}`, fetch));
      return sendResponse(response, 'GET', request, fetch, send).catch(({ fields }) =>
        send({ type: 'error', seq: fields?.seq }),
      );
    },
  };

async function outcome(client: string, path: string) {
  const sent: Sent[] = [];
  await CLIENTS[client]?.(path, async (message) => void sent.push(message as Sent));
  return outcomeOf(sent);
}

test.each(Object.keys(CLIENTS))(
  '%s passes what has arrived of a response without a length, however soon it breaks off',
  async (client) => {
    const passed = { status: 200, more: true, seq: 1 };
    expect(await outcome(client, '/closed')).toEqual({ ...passed, text: 'the beginning' });
    expect(await outcome(client, '/malformed')).toEqual({ ...passed, text: 'the beginning' });
    expect(await outcome(client, '/closed-before-its-body')).toEqual({ ...passed, text: '' });
  },
);

test.each(Object.keys(CLIENTS))('%s passes nothing of a response that ends before its length', async (client) => {
  expect(await outcome(client, '/closed-before-its-length')).toEqual({ seq: undefined });
});
