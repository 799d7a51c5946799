import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { makeAgent, makeOrganization, sharedStack } from '#testing/fixture.ts';
import { sendMail } from '#testing/mailer.ts';
import { withTemporaryFolder } from '#testing/temporary-folder.ts';
import { aidOf } from '../support/sdk.ts';

const SDK = join(import.meta.dirname, '../../clients/typescript');
const MAX_LINES = 12;

/** The program of the README below a heading. */
async function programAfter(heading: string): Promise<string> {
  const page = await readFile(join(SDK, 'README.md'), 'utf8');
  const [, program = ''] = /^```ts\n([\s\S]*?)^```$/m.exec(page.slice(page.indexOf(`\n## ${heading}\n`))) ?? [];
  return program;
}

test('The program of the TypeScript README gets the reply to its email in at most twelve lines, and replies to it', async () => {
  const program = await programAfter('And its reply');
  expect(program.trim().split('\n').length).toBeLessThanOrEqual(MAX_LINES);
  const agent = await makeAgent(await makeOrganization());
  const { messages } = aidOf(agent).mail;
  const sentTexts = async () => (await messages.list({ direction: 'outbound' }).all()).map(({ snippet }) => snippet);
  await withTemporaryFolder(async (folder) => {
    const file = join(folder, 'program.ts');
    const source = pathToFileURL(join(SDK, 'src/index.ts')).href;
    await writeFile(file, program.replace("'aid-stack'", `'${source}'`));
    const env = { PATH: process.env.PATH, AID_KEY: agent.key, AID_URL: sharedStack().baseUrl };
    const running = promisify(execFile)(process.execPath, [file], { env });
    await expect.poll(sentTexts).toEqual(['At noon?']);
    const [sent] = await messages.list({ direction: 'outbound' }).firstPage();
    const { rfc_message_id: parent } = await messages.get(sent?.id ?? '');
    await sendMail({
      from: 'ben@example.com',
      to: agent.address,
      subject: 'Re: Lunch?',
      text: 'At one.',
      inReplyTo: parent ?? '',
    });
    expect((await running).stdout).toBe('ben@example.com says At one.\n');
  });
  expect((await sentTexts()).sort()).toEqual(['At noon?', 'See you there.']);
});
