import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { commandLineIn, type Ran } from '#test/support/command-line-client.ts';
import { type Agent, makeAgent, makeOrganization, sharedStack } from '#testing/fixture.ts';

const folder = mkdtempSync(join(tmpdir(), 'aid-cli-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

let ada: Agent;
let bob: Agent;

beforeAll(async () => {
  const organization = await makeOrganization();
  [ada, bob] = await Promise.all([makeAgent(organization), makeAgent(organization)]);
});

/** A command line with the key of an agent or of the organization. */
function as({ key }: { readonly key: string }): ReturnType<typeof commandLineIn> {
  return commandLineIn(mkdtempSync(join(folder, 'home-')), {
    environment: { AID_URL: sharedStack().baseUrl, AID_KEY: key },
  });
}

async function ok(ran: Promise<Ran>): Promise<Ran> {
  const done = await ran;
  expect(done.errors).toBe('');
  expect(done.code).toBe(0);
  return done;
}

test('A key that is stored once is used from then on, and forgotten by logout', async () => {
  const aid = commandLineIn(mkdtempSync(join(folder, 'home-')));
  const login = ['login', '--key', ada.key, '--url', sharedStack().baseUrl];
  expect((await ok(aid(login))).rows).toMatchObject([{ actor_id: ada.id }]);
  expect((await ok(aid(['whoami']))).rows).toMatchObject([{ url: sharedStack().baseUrl, actor_id: ada.id }]);
  const asked = await aid(['login', '--profile', 'bob', '--url', sharedStack().baseUrl], {
    isTerminal: true,
    typed: bob.key,
  });
  expect(asked).toMatchObject({ code: 0, errors: 'Key: ', output: expect.stringContaining(bob.id) });
  expect((await ok(aid(['whoami', '--profile', 'bob']))).rows).toMatchObject([{ actor_id: bob.id }]);
  expect((await ok(aid(['whoami']))).rows).toMatchObject([{ actor_id: ada.id }]);
  expect((await ok(aid(['logout']))).rows).toEqual([{ profile: 'default', removed: true }]);
  expect(await aid(['whoami', '--url', sharedStack().baseUrl])).toMatchObject({ code: 3 });
});

test('An email is sent, waited for, answered and listed by commands alone', async () => {
  const [asAda, asBob] = [as(ada), as(bob)];
  const [sent] = (await ok(asAda(['mail', 'send', '--to', bob.address, '--subject', 'Lamp', '--text', 'Where is it?'])))
    .rows;
  await expect.poll(async () => (await asBob(['mail', 'list'])).rows).toHaveLength(1);
  const [received] = (await ok(asBob(['mail', 'list', '--fields', 'id,subject,from.address']))).rows;
  expect(received).toEqual({ id: expect.any(String), subject: 'Lamp', 'from.address': [ada.address] });
  const waiting = asAda(['mail', 'wait', sent.id, '--timeout', '600', '--accept', 'automated']);
  await ok(asBob(['mail', 'reply', received.id, '--text', 'On its way.']));
  expect((await ok(waiting)).rows).toMatchObject([{ subject: 'Re: Lamp', extracted_text: 'On its way.' }]);
  const table = await ok(asAda(['mail', 'threads', 'list'], { isTerminal: true }));
  expect(table.output).toMatch(/^ID .*SUBJECT/);
});
