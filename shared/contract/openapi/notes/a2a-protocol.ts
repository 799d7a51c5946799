import { A2A_BLOCKING_MS, A2A_STREAM_MS } from '#shared/domain/limits/limits.ts';
import * as routes from '../../routes/a2a-protocol.ts';
import { notesOf } from '../notes.ts';
import { PROTOCOL } from '../sdk.ts';

/** How long a stream stays open, and how long a blocking call waits. */
const STREAM = { max_ms: A2A_STREAM_MS } as const;
const BLOCKING = { max_ms: A2A_BLOCKING_MS } as const;

const REQUEST = {
  message: { messageId: 'invoice-4711', role: 'ROLE_USER' as const, parts: [{ text: 'Please look up invoice 4711.' }] },
  configuration: { returnImmediately: true },
};

export const A2A_PROTOCOL = notesOf(routes, {
  callA2a: {
    title: 'Call over JSON-RPC',
    sdk: PROTOCOL,
    wait: BLOCKING,
    body: { jsonrpc: '2.0', id: 1, method: 'SendMessage', params: REQUEST },
  },
  sendA2aMessage: {
    title: 'Send an A2A message',
    sdk: PROTOCOL,
    wait: BLOCKING,
    body: REQUEST,
  },
  streamA2aMessage: {
    title: 'Stream an A2A message',
    sdk: PROTOCOL,
    wait: STREAM,
    body: REQUEST,
  },
  listA2aTasks: {
    title: 'List A2A tasks',
    sdk: PROTOCOL,
  },
  getA2aTask: {
    title: 'Read or follow a task',
    sdk: PROTOCOL,
    wait: STREAM,
  },
  actOnA2aTask: {
    title: 'Cancel or follow a task',
    sdk: PROTOCOL,
    wait: STREAM,
    body: {},
  },
  createA2aPushConfig: {
    title: 'Create an A2A push config',
    sdk: PROTOCOL,
    body: {
      url: 'https://receiver.example/a2a',
      token: 'a-token-of-yours',
      authentication: { scheme: 'Bearer', credentials: 'a-secret-of-yours' },
    },
  },
  listA2aPushConfigs: {
    title: 'List A2A push configs',
    sdk: PROTOCOL,
  },
  getA2aPushConfig: {
    title: 'Get an A2A push config',
    sdk: PROTOCOL,
  },
  deleteA2aPushConfig: {
    title: 'Delete an A2A push config',
    sdk: PROTOCOL,
  },
  getExtendedA2aCard: {
    title: 'Get the extended A2A card',
    sdk: PROTOCOL,
  },
});
