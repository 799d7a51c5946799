import { freshName } from '#testing/fixture.ts';
import { makeTask, peerOf } from './a2a-examples.ts';
import type { Example } from './example.ts';
import type { Fixture } from './fixture.ts';

/** The version of the protocol as a query parameter, in place of a header. */
const query = { 'A2A-Version': '1.0' };

const RECEIVER = 'https://receiver.example/a2a';

/** A request from the agent of the fixture to its peer. */
async function toPeer(fixture: Fixture, more: Record<string, string> = {}) {
  return { key: fixture.agent.key, query, params: { id: (await peerOf(fixture)).id, ...more } };
}

const ofTask = async (fixture: Fixture, verb = '') => toPeer(fixture, { task: (await makeTask(fixture)).id + verb });

const message = (messageId = freshName('message')) => ({
  message: { messageId, role: 'ROLE_USER', parts: [{ text: 'an example' }] },
  configuration: { returnImmediately: true },
});

/** A message to a task that has ended, so that its stream ends after the current state. */
async function messageToEndedTask(fixture: Fixture) {
  const peer = await peerOf(fixture);
  const message_id = freshName('message');
  const { id } = await fixture.agent.api.ok('createTask', {
    body: { to_handle: peer.handle, message: 'an example', message_id },
  });
  await peer.api.ok('replyToTask', { params: { id }, body: { state: 'completed' } });
  return { ...(await toPeer(fixture)), body: message(message_id) };
}

async function withConfig(fixture: Fixture) {
  const request = await ofTask(fixture);
  const config = freshName('config');
  const call = { ...request, body: { id: config, url: RECEIVER } };
  await fixture.agent.api.ok('createA2aPushConfig', call);
  return { ...request, params: { ...request.params, config } };
}

const agent = { id: 'agent' } as const;
const task = { ...agent, task: 'task' } as const;
const config = { ...task, config: 'webhook' } as const;

/** Examples of the operations of the A2A protocol. Its own tests cover the rest of the protocol. */
export const A2A_PROTOCOL_EXAMPLES = {
  callA2a: {
    request: async (fixture) => ({
      ...(await toPeer(fixture)),
      body: { jsonrpc: '2.0', id: 1, method: 'SendMessage', params: message() },
    }),
    kinds: agent,
  },
  sendA2aMessage: { request: async (fixture) => ({ ...(await toPeer(fixture)), body: message() }), kinds: agent },
  streamA2aMessage: { request: messageToEndedTask, kinds: agent },
  listA2aTasks: { request: toPeer, kinds: agent },
  getA2aTask: { request: (fixture) => ofTask(fixture), kinds: task },
  actOnA2aTask: { request: (fixture) => ofTask(fixture, ':cancel'), kinds: task },
  createA2aPushConfig: {
    request: async (fixture) => ({
      ...(await ofTask(fixture)),
      body: { url: RECEIVER, token: 'secret', authentication: { scheme: 'Bearer', credentials: 'secret' } },
    }),
    kinds: task,
  },
  listA2aPushConfigs: { request: (fixture) => ofTask(fixture), kinds: task },
  getA2aPushConfig: { request: withConfig, kinds: config },
  deleteA2aPushConfig: { request: withConfig, kinds: config },
  getExtendedA2aCard: { request: (fixture) => toPeer(fixture), kinds: agent },
} satisfies Record<string, Example>;
