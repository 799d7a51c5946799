import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { makeAgent, makeOrganization, sharedStack } from '#testing/fixture.ts';
import { sendMail } from '#testing/mailer.ts';
import { withTemporaryFolder } from '#testing/temporary-folder.ts';
import { eventually } from '../support/eventually.ts';
import { mustRun } from '../support/tools/run-command.ts';
import { buildConsumer, GO_SDK } from './support/go-module.ts';
import { readmeExample, readmeProgram } from './support/readme.ts';

test('The Go SDK is as gofmt writes it, and go vet finds nothing in it', async () => {
  expect((await mustRun('gofmt', ['-l', '.'], { cwd: GO_SDK })).output).toBe('');
  for (const tags of ['', 'stack']) {
    // `go vet` ends with 1 where it finds something. Its output also names the modules that it downloads.
    await mustRun('go', ['vet', `-tags=${tags}`, './...'], { cwd: GO_SDK });
  }
});

test('The Go SDK needs no package but the standard library and one for WebSockets', async () => {
  const { stdout } = await mustRun('go', ['list', '-m', 'all'], { cwd: GO_SDK });
  expect(stdout.trim().split('\n').slice(1)).toEqual(['github.com/coder/websocket v1.8.15']);
});

test("Every example of the Go SDK's README compiles", async () => {
  await withTemporaryFolder(async (folder) => {
    const app = await buildConsumer(join(folder, 'app'), readmeProgram());
    await mustRun('go', ['vet', '.'], { cwd: dirname(app) });
  });
});

test("The first email of the Go SDK's README is at most twelve lines to the reply, and runs in a module of its own", async () => {
  const program = readmeExample('First email');
  const lines = program.split('\n').filter((line) => line.trim() !== '');
  const reply = lines.findIndex((line) => line.includes('WaitForReply'));
  expect(reply + 1 - lines.findIndex((line) => line.startsWith('import'))).toBeLessThanOrEqual(12);

  await withTemporaryFolder(async (folder) => {
    const agent = await makeAgent(await makeOrganization());
    const app = await buildConsumer(join(folder, 'app'), program);
    const running = mustRun(app, [], { env: { AID_KEY: agent.key, AID_URL: sharedStack().baseUrl } });
    const inReplyTo = await eventually(async () => {
      const { messages } = await agent.api.ok('listMessages', { params: { id: agent.id } });
      const [id] = messages.flatMap(({ rfc_message_id: id }) => id ?? []);
      if (id === undefined) throw new Error('nothing was sent yet');
      return id;
    });
    await sendMail({ from: 'ada@example.com', to: agent.address, subject: 'Re: Lunch?', text: 'Soup.', inReplyTo });
    expect((await running).stdout).toBe('ada@example.com Soup.\n');
  });
});
