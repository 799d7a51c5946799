import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { ATTACHMENT_FIELDS } from '#clients/cli/src/mcp/attach-files.ts';
import { SAVING_ARGUMENTS } from '#clients/cli/src/mcp/save-attachment.ts';
import { SecretRunner } from '#clients/cli/src/mcp/secret/run-with-secret.ts';
import { ARGUMENTS, runWithSecretTool } from '#clients/cli/src/mcp/secret/tool-definition.ts';
import { unknownArguments } from '#clients/cli/src/mcp/unknown-arguments.ts';
import { Aid } from '#clients/typescript/src/index.ts';
import { bridgeClient } from '#test/support/bridge-client.ts';
import { fakeService, json, result } from '#test/support/fake-mcp-service.ts';

/** A bridge to a service that refuses every call of the API, and answers every tool. */
async function setUp(status = 404, code = 'resource.not_found') {
  const service = await fakeService((arrived, response) =>
    arrived.path.startsWith('/v1/mcp')
      ? result(response, arrived, { content: [] })
      : json(response, { error: { code, message: 'No such resource', request_id: 'req_1', retryable: false } }, status),
  );
  const client = new Aid({ url: service.url, key: 'aid_agent_test', maxRetries: 0 });
  const programs = [process.execPath];
  const runner = new SecretRunner({
    client,
    programs,
    environment: {},
    folder: '/',
    identityId: async () => undefined,
    privateKey: undefined,
  });
  return { service, bridge: bridgeClient(service.url, { parts: { client, secrets: { programs, runner } } }) };
}

const RUN = { secret_id: 'sec_1', command: process.execPath, environment_variable: 'X' };
const SAVE = { message_id: 'msg_1', attachment_id: 'att_1', save_to: 'file' };

test('The arguments that this program knows are those of the tools', () => {
  const manifest = JSON.parse(readFileSync('docs/mcp-tools.json', 'utf8'));
  const argumentsOf = (name: string) =>
    manifest.tools.find((tool: { name: string }) => tool.name === name).inputSchema.properties;
  expect(SAVING_ARGUMENTS).toEqual([...Object.keys(argumentsOf('get_attachment')), 'save_to']);
  for (const name of ['send_email', 'reply_to_email']) {
    const fields = Object.keys(argumentsOf(name).attachments.items.properties);
    expect([...ATTACHMENT_FIELDS].sort(), name).toEqual([...fields, 'path'].sort());
  }
  const { inputSchema } = runWithSecretTool([]) as { inputSchema: { properties: object } };
  expect(ARGUMENTS).toEqual(Object.keys(inputSchema.properties));
});

test.each([
  ['run_with_secret', { ...RUN, argz: [1] }, /^run_with_secret: argz: not a known field \(did you mean args\?\)/],
  ['get_attachment', { ...SAVE, ofset: 1 }, /ofset: not a known field \(did you mean offset\?\)/],
  ['get_attachment', { message_id: 'm', saveto: 'x' }, /saveto: not .* save_to\?\).*Known: .*, save_to\.$/],
  ['send_email', { attachments: [{ pth: 'x' }] }, /attachments\.0\.pth: not .* mean path\?\).*Known: .*, path\.$/],
  ['send_email', { attachments: [{ file_path: 'x' }] }, /attachments\.0\.file_path: not .* mean path\?\)/],
])('A misspelt argument of %s that the service does not see is named: %j', async (name, args, message) => {
  const { bridge, service } = await setUp();
  const { isError, content } = await bridge.call(name, args);
  expect([isError, content[0]?.text]).toEqual([true, expect.stringMatching(message)]);
  expect(service.arrived).toEqual([]);
});

test('An argument that only a newer service may know is passed on', async () => {
  const { bridge, service } = await setUp();
  const calls = [
    ['get_attachment', { message_id: 'm', page_size: 3 }],
    ['send_email', { attachments: [{ language: 'de' }] }],
  ] as const;
  for (const [name, args] of calls) {
    expect((await bridge.call(name, args)).isError).toBeUndefined();
    expect(service.arrived.at(-1)?.message).toMatchObject({ params: { arguments: args } });
  }
});

test('A name that is near to none is refused with the known ones, and a long one is cut', () => {
  expect(unknownArguments({ zzz: 1 }, ['args'])).toBe('zzz: not a known field. Known: args.');
  expect(unknownArguments({ ['x'.repeat(500)]: 1 }, ['args'])).toBe(
    `${'x'.repeat(100)}: not a known field. Known: args.`,
  );
  const many = Object.fromEntries(Array.from({ length: 2_000 }, (_, index) => [`x${index}`, 1]));
  expect(unknownArguments(many, ['args'])?.length).toBeLessThan(500);
  expect(unknownArguments({ args: 1 }, ['args'])).toBeUndefined();
});

test.each([
  [404, 'resource.not_found', /Check the ids: .* \(resource\.not_found, request req_1\)$/],
  [403, 'auth.forbidden', /Do not retry\. \(auth\.forbidden, request req_1\)$/],
  [400, 'vault.proof_invalid', /--private-key/],
  [503, 'service.unavailable', /Call again in a moment: repeating it is safe\./],
  [409, 'a.new_code', /No such resource\. \(a\.new_code, request req_1\)$/],
])('An error of the API (%i, %s) says what to do next, and names its request', async (status, code, message) => {
  const { bridge } = await setUp(status, code);
  for (const [name, args] of [
    ['run_with_secret', RUN],
    ['get_attachment', SAVE],
  ] as const) {
    const outcome = await bridge.call(name, args);
    expect(outcome).toMatchObject({ isError: true, _meta: { 'aid/request_id': 'req_1' } });
    expect(outcome.content[0]?.text).toMatch(new RegExp(`^${name}: No such resource\\.`));
    expect(outcome.content[0]?.text).toMatch(message);
  }
});
