import { freshName } from '../support/fixture.ts';
import { makeTask, peerOf } from './a2a-examples.ts';
import type { Example } from './example.ts';
import type { World } from './fixture.ts';

/** The protocol's version, as a parameter of the request: it need not be a header. */
const query = { 'A2A-Version': '1.0' };

const RECEIVER = 'https://receiver.example/a2a';

/** A request of the world's agent to its peer. */
async function toPeer(world: World, more: Record<string, string> = {}) {
  return { key: world.agent.key, query, params: { id: (await peerOf(world)).id, ...more } };
}

const ofTask = async (world: World, verb = '') => toPeer(world, { task: (await makeTask(world)).id + verb });

const message = (messageId = freshName('message')) => ({
  message: { messageId, role: 'ROLE_USER', parts: [{ text: 'an example' }] },
  configuration: { returnImmediately: true },
});

/** A message that has been answered, so that its stream ends with what is known. */
async function answered(world: World) {
  const peer = await peerOf(world);
  const message_id = freshName('message');
  const { id } = await world.agent.api.ok('createTask', {
    body: { to_handle: peer.handle, message: 'an example', message_id },
  });
  await peer.api.ok('replyToTask', { params: { id }, body: { state: 'completed' } });
  return { ...(await toPeer(world)), body: message(message_id) };
}

async function withConfig(world: World) {
  const request = await ofTask(world);
  const config = freshName('config');
  const call = { ...request, body: { id: config, url: RECEIVER } };
  await world.agent.api.ok('createA2aPushConfig', call);
  return { ...request, params: { ...request.params, config } };
}

const agent = { id: 'agent' } as const;
const task = { ...agent, task: 'task' } as const;
const config = { ...task, config: 'webhook' } as const;

/** Examples of the A2A protocol's operations. What else the protocol says is in the tests of the protocol. */
export const A2A_PROTOCOL_EXAMPLES = {
  callA2a: {
    request: async (world) => ({
      ...(await toPeer(world)),
      body: { jsonrpc: '2.0', id: 1, method: 'SendMessage', params: message() },
    }),
    kinds: agent,
  },
  sendA2aMessage: { request: async (world) => ({ ...(await toPeer(world)), body: message() }), kinds: agent },
  streamA2aMessage: { request: answered, kinds: agent },
  listA2aTasks: { request: toPeer, kinds: agent },
  getA2aTask: { request: (world) => ofTask(world), kinds: task },
  actOnA2aTask: { request: (world) => ofTask(world, ':cancel'), kinds: task },
  createA2aPushConfig: {
    request: async (world) => ({
      ...(await ofTask(world)),
      body: { url: RECEIVER, token: 'secret', authentication: { scheme: 'Bearer', credentials: 'secret' } },
    }),
    kinds: task,
  },
  listA2aPushConfigs: { request: (world) => ofTask(world), kinds: task },
  getA2aPushConfig: { request: withConfig, kinds: config },
  deleteA2aPushConfig: { request: withConfig, kinds: config },
  getExtendedA2aCard: { request: (world) => toPeer(world), kinds: agent },
} satisfies Record<string, Example>;
