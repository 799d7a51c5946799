import { expect } from 'vitest';
import { freshName, makeAgent } from '#testing/fixture.ts';
import type { Json, Outcome, ProtocolClient } from '../support/a2a-conformance/bindings.ts';
import { expectRefusal, type Reason } from '../support/a2a-conformance/refusals.ts';
import { openTask, proveRequirements, type Requirement, textMessage } from '../support/a2a-conformance/requirements.ts';

const VERSION = { 'a2a-version': '1.0' };

/** Sends any body to the address at which the binding accepts a message. */
async function post(client: ProtocolClient, body: string, headers: object = {}): Promise<Outcome> {
  const path = client.binding === 'JSON-RPC' ? '/rpc' : '/message:send';
  const own = { 'content-type': 'application/json', authorization: `Bearer ${client.key}`, ...VERSION };
  const reply = await fetch(client.base + path, { method: 'POST', headers: { ...own, ...headers }, body });
  const text = await reply.text();
  const parsed = text === '' ? {} : (JSON.parse(text) as Json);
  const known = { binding: client.binding, reply };
  return parsed.error === undefined
    ? { ok: true, value: parsed, ...known }
    : { ok: false, error: parsed.error, ...known };
}

const rpc = (members: object) => JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'ListTasks', params: {}, ...members });

/** A message in the envelope of the binding. */
function enveloped({ binding }: ProtocolClient, params: object): string {
  return binding === 'JSON-RPC' ? rpc({ method: 'SendMessage', params }) : JSON.stringify(params);
}

/** Formats, errors, versions and authentication of the bindings. */
const REQUIREMENTS: readonly Requirement[] = [
  {
    title: 'A body that is not JSON is rejected',
    section: '9.5',
    prove: async ({ client }) => {
      for (const body of ['{', '{"jsonrpc": "2.0", "method": ', 'text']) {
        expectRefusal(await post(client, body), 'PARSE_ERROR');
      }
    },
  },
  {
    title: 'A body that is not a request object is rejected',
    section: '9.5',
    prove: async ({ client }) => {
      for (const body of ['[]', 'null', '7', '"text"']) expectRefusal(await post(client, body), 'INVALID_REQUEST');
    },
  },
  {
    title: 'A request without a method, or of another version of JSON-RPC, is an invalid request',
    section: '9.5',
    only: 'JSON-RPC',
    prove: async ({ client }) => {
      for (const members of [{ jsonrpc: '1.0' }, { jsonrpc: undefined }, { method: undefined }, { method: 7 }]) {
        expectRefusal(await post(client, rpc(members)), 'INVALID_REQUEST');
      }
      expectRefusal(await post(client, rpc({ id: { a: 1 } })), 'INVALID_REQUEST');
    },
  },
  {
    title: 'A method that the protocol does not have, or in an older spelling, is not found',
    section: '9.1',
    only: 'JSON-RPC',
    prove: async ({ client }) => {
      for (const method of ['message/send', 'tasks/get', 'sendMessage', 'Nonsense', '']) {
        expectRefusal(await post(client, rpc({ method })), 'METHOD_NOT_FOUND');
      }
    },
  },
  {
    title: 'A response carries the id of its request, text or number, even if two requests have the same one',
    section: '9.3',
    only: 'JSON-RPC',
    prove: async ({ client }) => {
      for (const id of ['a', 7, 'a', 0]) {
        const outcome = await post(client, rpc({ id }));
        expect(outcome.ok && outcome.value).toMatchObject({ jsonrpc: '2.0', id });
        const refused = await post(client, rpc({ id, method: 'Nonsense' }));
        expectRefusal(refused, 'METHOD_NOT_FOUND');
      }
    },
  },
  {
    title: 'A notification is executed without a response, and a batch is rejected',
    section: '9.3',
    only: 'JSON-RPC',
    prove: async ({ client }) => {
      const contextId = freshName('conversation');
      const params = textMessage('stay silent', { contextId });
      const quiet = await post(client, rpc({ id: undefined, method: 'SendMessage', params }));
      expect([quiet.reply.status, quiet.ok && quiet.value]).toEqual([204, {}]);
      expect((await client.value('ListTasks', { contextId })).totalSize).toBe(1);
      expectRefusal(await post(client, `[${rpc({})}]`), 'INVALID_REQUEST');
    },
  },
  {
    title: 'The endpoint works with a slash at its end',
    section: '9.1',
    only: 'JSON-RPC',
    prove: async ({ client, worker, caller }) => {
      const { task } = await client.value('SendMessage', textMessage('stay silent'));
      const headers = { 'content-type': 'application/json', authorization: `Bearer ${caller.key}`, ...VERSION };
      const body = rpc({ method: 'GetTask', params: { id: task.id } });
      const reply = await fetch(`${client.base}/rpc/`, { method: 'POST', headers, body });
      expect([reply.status, ((await reply.json()) as Json).result.id]).toEqual([200, task.id]);
      expect(client.base).toContain(worker.id);
    },
  },
  {
    title: 'Responses over HTTP+JSON have its media type',
    section: '11.1',
    only: 'HTTP+JSON',
    prove: async ({ client }) => {
      const { id } = await openTask(client);
      for (const outcome of [await client.call('GetTask', { id }), await client.call('GetTask', { id: 'x' })]) {
        expect(outcome.reply.headers.get('content-type')).toBe('application/a2a+json');
      }
    },
  },
  {
    title: 'Query parameters are in camelCase, and a body may also be application/json',
    section: '11.5',
    only: 'HTTP+JSON',
    prove: async ({ client }) => {
      expect((await client.value('ListTasks', { pageSize: '3' })).pageSize).toBe(3);
      const outcome = await post(client, JSON.stringify(textMessage('stay silent')));
      expect(outcome.reply.status).toBe(200);
    },
  },
  {
    title: 'An unknown custom verb and an unknown path are 404',
    section: '11.3',
    only: 'HTTP+JSON',
    prove: async ({ client }) => {
      const { id } = await openTask(client);
      const headers = { authorization: `Bearer ${client.key}`, ...VERSION };
      for (const path of [`/tasks/${id}:explode`, '/message:explode']) {
        expect((await fetch(client.base + path, { method: 'POST', headers })).status).toBe(404);
      }
    },
  },
  {
    title: 'A body of another content type is ContentTypeNotSupportedError',
    section: '5.4',
    prove: async ({ client }) => {
      const message = enveloped(client, textMessage('work'));
      for (const type of ['text/plain', 'application/xml']) {
        expectRefusal(await post(client, message, { 'content-type': type }), 'CONTENT_TYPE_NOT_SUPPORTED');
      }
    },
  },
  {
    title: 'Another version of the protocol is VersionNotSupportedError, and a missing one means 0.3',
    section: '3.6.2',
    prove: async ({ client }) => {
      for (const version of ['0.3', '0.2.5', '2.0', '99.0', '']) {
        const options = { headers: { 'a2a-version': version } };
        expectRefusal(await client.call('ListTasks', {}, options), 'VERSION_NOT_SUPPORTED');
      }
    },
  },
  {
    title: 'The patch number of a version is ignored',
    section: '3.6',
    prove: async ({ client }) => {
      expect((await client.call('ListTasks', {}, { headers: { 'a2a-version': '1.0.7' } })).ok).toBe(true);
    },
  },
  {
    title: 'A request that names extensions succeeds',
    section: '3.2.6',
    prove: async ({ client }) => {
      const headers = { 'a2a-extensions': 'https://example.com/a/v1,https://example.com/b/v1' };
      expect((await client.call('ListTasks', {}, { headers })).ok).toBe(true);
    },
  },
  {
    title: 'Every request is authenticated: without a usable key it is 401, with a challenge that API Gateway renames',
    section: '7.4',
    prove: async ({ client }) => {
      for (const key of [null, 'nonsense', `${client.key.slice(0, -1)}!`]) {
        for (const method of ['ListTasks', 'GetExtendedAgentCard'] as const) {
          const { ok, reply } = await client.call(method, {}, { key });
          expect([ok, reply.status]).toEqual([false, 401]);
          expect(reply.headers.get('x-amzn-remapped-www-authenticate')).toBe('Bearer');
        }
      }
    },
  },
  {
    title: 'A task of other agents gets the same error as a task that does not exist',
    section: '3.3.2',
    prove: async ({ client, callers }) => {
      const stranger = await makeAgent(callers);
      const { id } = await openTask(client.as(stranger.key));
      const errors = await Promise.all(
        [id, `tsk_${'0'.repeat(26)}`].map((task) => client.call('GetTask', { id: task })),
      );
      const [foreign, missing] = errors.map((outcome) => (outcome.ok ? outcome : outcome.error));
      expect(foreign).toEqual(missing);
    },
  },
  {
    title: 'Both bindings reject the same calls for the same reasons',
    section: '5.1',
    prove: async ({ client, other }) => {
      const calls: [Parameters<ProtocolClient['call']>, Reason][] = [
        [['GetTask', { id: 'nonsense' }], 'TASK_NOT_FOUND'],
        [['CancelTask', { id: 'nonsense' }], 'TASK_NOT_FOUND'],
        [['ListTasks', { pageSize: 0 }], 'INVALID_PARAMS'],
        [['SendMessage', { message: {} }], 'INVALID_PARAMS'],
        [['ListTasks', {}, { headers: { 'a2a-version': '0.3' } }], 'VERSION_NOT_SUPPORTED'],
      ];
      for (const [call, reason] of calls) {
        for (const one of [client, other]) expectRefusal(await one.call(...call), reason);
      }
    },
  },
];

proveRequirements('A2A mandatory requirements of bindings', REQUIREMENTS);
