import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  type Agent,
  freshName,
  makeAgent,
  makeOrganization,
  type Organization,
  sharedStack,
} from '#testing/fixture.ts';
import { sendMail } from '#testing/mailer.ts';
import { commandLineIn } from '../support/command-line-client.ts';
import { eventually } from '../support/eventually.ts';
import { messageWith } from '../support/log-reader.ts';
import { secondClient } from '../support/mcp-clients.ts';
import { aidOf } from '../support/sdk.ts';

const folder = mkdtempSync(join(tmpdir(), 'aid-search-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

let organization: Organization;
let agent: Agent;
let other: Agent;
/** A word of the text of an email, the name of its file, and its id. */
const word = freshName('zeppelin');
const file = `${freshName('plan')}.txt`;
let id: string;

beforeAll(async () => {
  organization = await makeOrganization();
  [agent, other] = await Promise.all([makeAgent(organization), makeAgent(organization)]);
  const subject = freshName('order');
  const attachments = [{ filename: file, content: 'A drawing.' }];
  await sendMail({ to: agent.address, subject, text: `It is the ${word} that landed.`, attachments });
  ({ id } = await messageWith(agent, subject));
});

test('An email is found as soon as it has arrived, by its text, the name of its file and the text in it', async () => {
  for (const q of [word, `${word.slice(0, -1)}*`, `"the ${word}"`, file, 'drawing', `${word} has:attachment`]) {
    const look = async () => {
      const { results } = await agent.api.ok('search', { query: { q } });
      expect(
        results.map((one) => [one.kind, one.id]),
        q,
      ).toEqual([['mail', id]]);
    };
    // A search that finds no time to read a file does without its text.
    await (q === 'drawing' ? eventually(look) : look());
  }
  const { messages } = await agent.api.ok('listMessages', { params: { id: agent.id }, query: { q: word } });
  expect(messages.map((one) => one.id)).toEqual([id]);
});

test('The TypeScript library finds it, with what is to be marked', async () => {
  const [found] = await aidOf(agent).search({ q: word }).firstPage();
  expect(found).toMatchObject({ id, snippet: `It is the ${word} that landed.`, highlights: [word] });
});

test('The command line finds it for an agent of the organization, and prints a table', async () => {
  const environment = { AID_URL: sharedStack().baseUrl, AID_KEY: organization.key };
  const aid = commandLineIn(mkdtempSync(join(folder, 'home-')), { environment });
  expect((await aid(['search', 'landed', word, '--agent', agent.handle])).rows).toMatchObject([{ kind: 'mail', id }]);
  expect((await aid(['search', word, '--agent', other.handle, '--kind', 'mail'])).rows).toEqual([]);
  const table = await aid(['search', word], { isTerminal: true, columns: 120 });
  expect(table.output).toMatch(/^KIND +ID +TITLE +SNIPPET/);
  expect(table.output).toContain(id);
});

test('A model finds it by search_messages', async () => {
  const client = await secondClient({ key: agent.key });
  const reply = await client.call('search_messages', { query: `"the ${word}" has:attachment` });
  expect(JSON.stringify(reply.structuredContent)).toContain(id);
});

test('Another agent finds nothing of it', async () => {
  for (const kind of ['mail', 'task', 'contact', 'event']) {
    const { results } = await other.api.ok('search', { query: { q: word, kind } });
    expect(results, kind).toEqual([]);
  }
});
