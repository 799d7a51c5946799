import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { Aid } from '#clients/typescript/src/index.ts';
import { Random } from '#testing/faults/random.ts';
import { makeAgent, makeOrganization } from '#testing/fixture.ts';
import { reservePort } from '#testing/reserved-port.ts';
import { seedOfRun } from '#testing/seed.ts';
import { startStack } from '#testing/stack.ts';
import { withTemporaryFolder } from '#testing/temporary-folder.ts';
import { sizeOf } from '#testing/test-size.ts';
import { forEach, hostileNetwork, reached } from '../support/sdk-guarantees.ts';
import { SdkProgram } from '../support/sdk-program.ts';
import { UNLIMITED_SETTINGS } from '../support/unlimited-settings.ts';

const EVENTS = sizeOf({ usual: 300, full: 10_000 });
const KILLS = sizeOf({ usual: 2, full: 5 });
const BEGINNING = '1970-01-01T00:00:00.000Z';

test(
  `Three followers with the TypeScript SDK lose none of ${EVENTS} events over ${KILLS} kills of the stack and ${KILLS} of each, and repeat only those in hand`,
  () =>
    withTemporaryFolder(async (folder) => {
      const settings = {
        AID_STATE_DIR: join(folder, 'state'),
        AID_PORT: String(await reservePort()),
        AID_SMTP_PORT: String(await reservePort()),
        ...UNLIMITED_SETTINGS,
      };
      let stack = await startStack(settings);
      onTestFinished(() => stack.stop().then(() => {}));
      const proxy = await hostileNetwork(stack.baseUrl);
      const organization = await makeOrganization(stack.baseUrl);
      const agent = await makeAgent(organization);
      const clientOf = (key: string) => new Aid({ key, url: stack.baseUrl, maxRetries: 60 });
      const [ofOrganization, ofAgent] = [clientOf(organization.key), clientOf(agent.key)];

      const filters = ['', 'a2a.contact_rule.changed', 'a2a.settings.updated,a2a.task.created'];
      const followers = filters.map((types, index) => {
        const place = join(folder, `place-${index}`);
        // What is expected is the whole log.
        writeFileSync(place, BEGINNING);
        const environment = { AID_URL: proxy.url, AID_KEY: organization.key, TYPES: types, PLACE: place };
        return new SdkProgram('sdk-follower.ts', join(folder, `events-${index}`), environment);
      });
      for (const follower of followers) follower.start();
      onTestFinished(() => Promise.all(followers.map((follower) => follower.kill())).then(() => {}));

      let written = 0;
      const writing = forEach(EVENTS, async (index) => {
        const rule = { identity_id: agent.id, handle: `a-${index}`, action: 'block' } as const;
        if (index % 2 === 0) await ofOrganization.a2a.rules.create(rule);
        else await ofAgent.a2a.settings.update({ description: `version ${index}` });
        written += 1;
      });
      const random = new Random(`kills of followers ${seedOfRun()}`);
      const step = EVENTS / (KILLS + 1);
      for (let kill = 1; kill <= KILLS; kill += 1) {
        const partOfStep = () => random.int(0, step / 3);
        await reached(step * kill + partOfStep(), () => written);
        await Promise.all(followers.map((follower) => follower.restart()));
        await reached(step * (kill + 1 / 3) + partOfStep(), () => written);
        await stack.kill();
        stack = await startStack(settings);
      }
      await writing;

      const log = await ofOrganization.events.list({ since: BEGINNING, limit: 200 }).all();
      expect(log.length).toBeGreaterThanOrEqual(EVENTS);
      for (const [index, types] of filters.entries()) {
        const expected = log.filter(({ type }) => types === '' || types.split(',').includes(type)).map(({ id }) => id);
        const seen = () => followers[index]?.lines() ?? [];
        await expect.poll(() => seen().at(-1), { timeout: 900_000, interval: 500 }).toBe(expected.at(-1));
        const once = seen().filter((id, at, all) => id !== all[at - 1]);
        expect(once).toEqual(expected);
        const repeated = seen().length - once.length;
        expect(repeated).toBeLessThanOrEqual(KILLS);
        console.log(`follower ${index}: ${expected.length} events, ${repeated} repeated`);
      }
      console.log('faults:', JSON.stringify(proxy.record.counts));
    }),
  1_800_000,
);
