import { randomBytes } from 'node:crypto';
import { SendEmailCommand } from '@aws-sdk/client-sesv2';
import fc from 'fast-check';
import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { sendMessage } from '#functions/workers/outbound-mail/send-message.ts';
import { ROUTES } from '#shared/contract/table.ts';
import { METHODS } from '#shared/services/a2a-protocol/methods.ts';
import type { OperationName } from '#testing/operations.ts';
import { RpcSpeaker, textMessage } from '../support/a2a-rpc.ts';
import { useEngine } from '../support/engine.ts';
import { HOSTILE_NAMES, hostileName } from '../support/hostile-names.ts';
import type { InProcessApi } from '../support/in-process-api.ts';
import { useMailOutHarness } from '../support/mail-out-harness.ts';
import { type TwoAgents, twoAgents } from '../support/two-agents.ts';

vi.hoisted(() => {
  process.env.POWERTOOLS_METRICS_DISABLED = 'true';
});

/**
 * Callers choose these names, which become property names and map keys: each is stored unchanged, or rejected by name.
 */

const engine = useEngine();
const harness = useMailOutHarness(engine);
let agents: TwoAgents;
let api: InProcessApi;
beforeAll(async () => {
  agents = await twoAgents(engine.table, { open: true });
  ({ api } = agents);
  process.env.INBOUND_TOPICS = '[]';
});
beforeEach(() => {
  harness.ses.on(SendEmailCommand).resolves({ MessageId: 'ses-1' });
});

const pairs = fc.dictionary(hostileName, fc.string({ minLength: 1, maxLength: 20, unit: 'grapheme-ascii' }), {
  maxKeys: 20,
  noNullPrototype: true,
});
const RUNS = { numRuns: 25 };
/** The names that each operation is tried with, which represent all the others. */
const WORST = ['constructor', '__proto__', 'toString', 'hasOwnProperty', 'toJSON', 'then'];
const isRefused = (names: readonly string[]) => names.includes('__proto__');

/** Whether a call was accepted. Expects 400 for the name `__proto__`, and success for all others. */
function taken({ status, body }: { status: number; body: { error?: { message: string } } }, names: readonly string[]) {
  if (!isRefused(names)) {
    expect([status, body.error]).toEqual([201, undefined]);
    return true;
  }
  expect(status).toBe(400);
  expect(body.error?.message).toContain('__proto__: not a known field');
  return false;
}

describe('metadata', () => {
  test('Metadata of an identity with any names is kept through every rewrite of its row, or rejected', async () => {
    const { key } = agents.ours;
    await fc.assert(
      fc.asyncProperty(pairs, async (metadata) => {
        const handle = `agent-${randomBytes(6).toString('hex')}`;
        const made = await api.call('createIdentity', { key, body: { handle, metadata } });
        if (!taken(made, Object.keys(metadata))) return;
        const params = { id: made.body.id };
        for (const name of ['suspendIdentity', 'reinstateIdentity', 'getIdentity'] as const) {
          expect((await api.call(name, { key, params })).body.metadata).toEqual(metadata);
        }
        const { identities } = (await api.call('listIdentities', { key, query: { limit: '1' } })).body;
        expect(identities[0]?.metadata).toEqual(metadata);
      }),
      RUNS,
    );
  });

  test('Metadata of a contact with any names is kept, replaced and shown, or rejected', async () => {
    const { key } = agents.ours;
    await fc.assert(
      fc.asyncProperty(pairs, pairs, async (first, second) => {
        const made = await api.call('createContact', { key, body: { display_name: 'Ada', metadata: first } });
        if (!taken(made, Object.keys(first))) return;
        expect(made.body.metadata).toEqual(first);
        const params = { id: made.body.id };
        const changed = await api.call('updateContact', { key, params, body: { metadata: second } });
        expect(changed.status).toBe(isRefused(Object.keys(second)) ? 400 : 200);
        const kept = isRefused(Object.keys(second)) ? first : second;
        expect((await api.call('getContact', { key, params })).body.metadata).toEqual(kept);
      }),
      RUNS,
    );
  });
});

describe('tasks', () => {
  /** JSON with such names in its objects, at any depth. */
  const json = fc.letrec((tie) => ({
    value: fc.oneof({ maxDepth: 3 }, fc.string(), fc.boolean(), fc.constant(null), tie('list'), tie('object')),
    list: fc.array(tie('value'), { maxLength: 3 }),
    object: fc.dictionary(hostileName, tie('value'), { maxKeys: 4, noNullPrototype: true }),
  }));
  const namesIn = (value: unknown): string[] =>
    value === null || typeof value !== 'object'
      ? []
      : Object.entries(value).flatMap(([name, member]) => [name, ...namesIn(member)]);

  test('Content of tasks keeps any names, in both APIs and in the events, or is rejected', async () => {
    const { caller, worker, theirs } = agents;
    const rpc = new RpcSpeaker(api, caller, worker);
    await fc.assert(
      fc.asyncProperty(json.value, json.object, pairs, async (data, metadata, ofTask) => {
        const parts = [{ data, metadata }];
        const body = { to_handle: worker.handle, parts, metadata: ofTask };
        const made = await api.call('createTask', { key: caller.key, body });
        if (!taken(made, [...namesIn(parts), ...Object.keys(ofTask)])) return;
        const params = { id: made.body.id };
        const artifacts = [{ artifact_id: 'a', parts, metadata }];
        const answer = { state: 'completed', parts, result: data, artifacts };
        expect((await api.call('replyToTask', { key: worker.key, params, body: answer })).status).toBe(200);

        const shown = (await api.call('getTask', { key: caller.key, params })).body;
        expect(shown).toMatchObject({ metadata: ofTask, result: data ?? null });
        for (const { parts } of [...shown.messages, ...(shown.artifacts ?? [])])
          expect(parts[0]).toMatchObject({ data, metadata });
        const overRpc = await rpc.result('GetTask', { id: made.body.id });
        expect(overRpc.metadata ?? {}).toEqual(ofTask);
        for (const { parts } of overRpc.history) expect(parts[0]).toMatchObject({ data, metadata });
        const { events } = (await api.call('listEvents', { key: theirs.key, query: { limit: '1' } })).body;
        expect(events[0]?.payload.result).toEqual(data);
      }),
      RUNS,
    );
  });

  test.each(WORST)(
    'The name %s, as a method or parameter, causes no internal error of the JSON-RPC binding',
    async (name) => {
      const rpc = new RpcSpeaker(api, agents.caller, agents.worker);
      const codes = [(await rpc.call(name, {})).body.error.code];
      for (const method of Object.keys(METHODS).filter((one) => one !== 'SendStreamingMessage')) {
        for (const value of ['x', '\u0000', { [name]: '\u0000' }]) {
          const params = JSON.parse(`{${JSON.stringify(name)}: ${JSON.stringify(value)}}`);
          const message = { ...textMessage('x').message, ...params };
          for (const given of [params, { ...textMessage('x'), message, id: 'x', taskId: 'x', metadata: params }]) {
            codes.push((await rpc.call(method, given)).body.error?.code);
          }
        }
      }
      expect(codes[0]).toBe(-32601);
      expect(codes).not.toContain(-32603);
    },
  );
});

describe('requests', () => {
  const OURS = ROUTES.filter(({ protocol }) => protocol === undefined);

  test.each(OURS.map(({ name }) => name))('%s rejects unknown fields and parameters of any name', async (name) => {
    const route = OURS.find((one) => one.name === name);
    const key = route?.auth === 'agent' ? agents.caller.key : agents.ours.key;
    const params = Object.fromEntries(
      [...(route?.path ?? '').matchAll(/\{(\w+)\}/g)].map(([, parameter = '']) => [parameter, agents.caller.id]),
    );
    for (const outside of WORST) {
      const given = JSON.parse(`{${JSON.stringify(outside)}: "x"}`);
      const inPath = { params: { ...params, id: outside } };
      for (const call of [{ query: given }, inPath, ...(route?.body ? [{ body: given }] : [])]) {
        const { status, body } = await api.call(name as OperationName, { key, params, ...call });
        expect(body?.error?.code).not.toBe('internal.error');
        if (call !== inPath) expect(status).toBeOneOf([400, 401, 403]);
      }
    }
  });
});

describe('outgoing mail', () => {
  test('Header fields, files and parameters of any name are sent, or rejected by name', async () => {
    const { key, id } = agents.caller;
    for (const name of HOSTILE_NAMES) {
      const headers = JSON.parse(`{${JSON.stringify(name)}: "x"}`);
      const body = { to: 'ada@example.com', subject: 'Hi', text: 'Hi', headers };
      const { status, body: refused } = await api.call('sendMail', { key, params: { id }, body });
      expect([status, refused.error?.message]).toEqual([400, expect.stringMatching(/^headers\./)]);
    }
    const names = HOSTILE_NAMES.filter((name) => !name.includes('_'));
    const html = names.map((name) => `<${name} ${name}="${name}">x</${name}>`).join('');
    const onlyHtml = { to: 'ada@example.com', subject: 'Hi', html };
    expect((await api.call('sendMail', { key, params: { id }, body: onlyHtml })).status).toBe(202);
    const { job } = await harness.queued({
      html,
      headers: Object.fromEntries(names.map((name) => [`X-${name}`, name])),
      attachments: names.map((name) => ({
        filename: name,
        content_type: `application/x-test; ${name}=${name}`,
        content_base64: 'eA==',
        content_id: name,
      })),
    });
    await sendMessage(job);
    const raw = harness.ses.commandCalls(SendEmailCommand).at(-1)?.args[0].input.Content?.Raw?.Data;
    const sent = Buffer.from(raw ?? '')
      .toString()
      .toLowerCase();
    for (const name of names) {
      expect(sent).toContain(`x-${name}: ${name}\r\n`.toLowerCase());
      expect(sent).toContain(`content-id: <${name}>`.toLowerCase());
    }
  });
});
