import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { makeAgent, makeOrganization, sharedStack } from '#testing/fixture.ts';
import { sendMail } from '#testing/mailer.ts';
import { withTemporaryFolder } from '#testing/temporary-folder.ts';
import { eventually } from '../support/eventually.ts';
import { mustRun } from '../support/tools/run-command.ts';
import { startProgram } from '../support/tools/start-program.ts';
import { buildConsumer } from './support/go-module.ts';
import { readmeExample, readmeProgramOf } from './support/readme.ts';

/** Emails that anyone can write, without what most emails have. */
const ODD_MAILS: Readonly<Record<string, Partial<Parameters<typeof sendMail>[0]>>> = {
  'an attachment only': { attachments: [{ filename: 'soup.pdf', content: Buffer.from('%PDF-1.4') }] },
  'no subject': { text: 'Soup.', subject: '' },
  'HTML only': { html: '<p>Soup.</p>' },
  'a name of its author that is empty': { text: 'Soup.', from: '"" <ada@example.com>' },
};

test('The first program of the README ends well after a reply that is an odd email', async () => {
  await withTemporaryFolder(async (folder) => {
    const app = await buildConsumer(join(folder, 'app'), readmeExample('First email'));
    for (const [title, odd] of Object.entries(ODD_MAILS)) {
      const agent = await makeAgent(await makeOrganization());
      const running = mustRun(app, [], { env: { AID_KEY: agent.key, AID_URL: sharedStack().baseUrl } });
      const inReplyTo = await eventually(async () => {
        const { messages } = await agent.api.ok('listMessages', { params: { id: agent.id } });
        const [id] = messages.flatMap(({ rfc_message_id: id }) => id ?? []);
        if (id === undefined) throw new Error('nothing was sent yet');
        return id;
      });
      await sendMail({ from: 'ada@example.com', to: agent.address, inReplyTo, ...odd });
      expect((await running).stdout, title).toMatch(/^ada@example\.com ?.*\n$/);
    }
  });
});

test('The loop over events of the README gets past odd emails', async () => {
  await withTemporaryFolder(async (folder) => {
    const app = await buildConsumer(join(folder, 'app'), readmeProgramOf('Events'));
    const agent = await makeAgent(await makeOrganization());
    for (const odd of Object.values(ODD_MAILS)) await sendMail({ from: 'ada@example.com', to: agent.address, ...odd });
    await eventually(async () => {
      const { messages } = await agent.api.ok('listMessages', { params: { id: agent.id } });
      expect(messages).toHaveLength(Object.keys(ODD_MAILS).length);
    });
    const cwd = join(dirname(app), 'run');
    mkdirSync(cwd);
    writeFileSync(join(cwd, 'cursor'), '1970-01-01T00:00:00.000Z\n');
    const env = { ...process.env, AID_KEY: agent.key, AID_URL: sharedStack().baseUrl };
    const program = startProgram(app, [], { cwd, env });
    const lines = () => program.output().trim().split('\n');
    try {
      await eventually(() => expect(lines(), program.output()).toHaveLength(Object.keys(ODD_MAILS).length));
      program.stop();
      expect(await program.ended, program.output()).toBe(0);
    } finally {
      await program.kill();
    }
    expect(lines()).toHaveLength(Object.keys(ODD_MAILS).length);
  });
});
