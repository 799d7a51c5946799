import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { Aid } from '#clients/typescript/src/index.ts';
import { Random } from '#testing/faults/random.ts';
import { makeAgent, makeOrganization, sharedStack } from '#testing/fixture.ts';
import { seedOfRun } from '#testing/seed.ts';
import { withTemporaryFolder } from '#testing/temporary-folder.ts';
import { sizeOf } from '#testing/test-size.ts';
import { forEach, reached } from '../support/sdk-guarantees.ts';
import { SdkProgram } from '../support/sdk-program.ts';

const TASKS = sizeOf({ usual: 30, full: 500 });
const KILLS = sizeOf({ usual: 3, full: 24 });

test(
  `Three workers of one agent that are killed ${KILLS} times do ${TASKS} tasks with the TypeScript SDK, and answer none twice`,
  () =>
    withTemporaryFolder(async (folder) => {
      const { baseUrl } = sharedStack();
      const organization = await makeOrganization();
      const [caller, worker] = await Promise.all([makeAgent(organization), makeAgent(organization)]);
      const environment = { AID_URL: baseUrl, AID_KEY: worker.key };
      const workers = ['first', 'second', 'third'].map(
        (name) => new SdkProgram('sdk-worker.ts', join(folder, name), environment),
      );
      for (const program of workers) program.start();
      onTestFinished(() => Promise.all(workers.map((program) => program.kill())).then(() => {}));
      const begun = () => workers.flatMap((program) => program.lines());

      const aid = new Aid({ key: caller.key, url: baseUrl });
      const ids: string[] = [];
      const creating = forEach(TASKS, async (index) => {
        ids.push((await aid.tasks.create({ to_identity_id: worker.id, message: `task ${index}` })).id);
      });
      const random = new Random(`kills of workers ${seedOfRun()}`);
      const step = TASKS / (KILLS + 1);
      for (let kill = 1; kill <= KILLS; kill += 1) {
        await reached(step * kill + random.int(0, step), () => begun().length);
        await random.pick(workers).restart();
      }
      await creating;

      const since = '1970-01-01T00:00:00.000Z';
      const completed = async () => {
        const answers = await aid.events.list({ since, type: 'a2a.sent_task.updated', limit: 200 }).all();
        const payloads = answers.map(({ payload }) => payload as { state: string; taskId: string });
        return payloads.flatMap(({ state, taskId }) => (state === 'completed' ? taskId : []));
      };
      await expect.poll(async () => (await completed()).length, { timeout: 1_200_000, interval: 1000 }).toBe(TASKS);
      expect((await completed()).sort()).toEqual(ids.sort());
      for (const id of ids) {
        const { messages, state } = await aid.tasks.get(id);
        expect([state, messages.length]).toEqual(['completed', 2]);
      }
      expect(new Set(begun())).toEqual(new Set(ids));
      console.log(`${begun().length - TASKS} of ${TASKS} tasks were begun again after a kill`);
    }),
  1_800_000,
);
