import { setTimeout as sleep } from 'node:timers/promises';
import { expect, inject, test } from 'vitest';
import { Random } from '#testing/faults/random.ts';
import { makeAgent, makeOrganization } from '#testing/fixture.ts';
import { HostileProxy } from '#testing/hostile-proxy/hostile-proxy.ts';
import { seedOfRun } from '#testing/seed.ts';
import { type Program, sdkEnvironment, startProgram } from './support/python-program.ts';

const TASKS = 60;
const LEASE_MS = 8_000;
const AT_ONCE = 4;
const MODES = ['sync', 'async', 'sync'];

test('Three Python workers behind a hostile network that are killed at random do each task once', async () => {
  const { baseUrl } = inject('stack');
  const organization = await makeOrganization(baseUrl);
  const caller = await makeAgent(organization);
  const worker = await makeAgent(organization);
  const proxy = await HostileProxy.start({ upstream: baseUrl, seed: seedOfRun() });
  const random = new Random(`python workers ${seedOfRun()}`);
  const workers: Program[] = [];
  const start = (index: number) => {
    const args = [LEASE_MS, AT_ONCE, MODES[index] ?? ''];
    workers[index] = startProgram(inject('sdkPython'), 'work', args, sdkEnvironment(proxy.url, worker.key));
  };
  MODES.forEach((_mode, index) => void start(index));
  let isOver = false;
  const killing = (async () => {
    for (let kills = 0; kills < 6 && !isOver; kills += 1) {
      await sleep(1_500);
      const index = random.int(0, MODES.length - 1);
      await workers[index]?.kill();
      start(index);
    }
  })();
  try {
    const ids: string[] = [];
    for (let number = 0; number < TASKS; number += 1) {
      const task = await caller.api.ok('createTask', {
        body: { to_identity_id: worker.id, message: String(number), message_id: `task-${number}` },
      });
      ids.push(task.id);
    }
    const open = new Set(ids);
    while (open.size > 0) {
      for (const id of open) {
        const task = await caller.api.ok('getTask', { params: { id } });
        if (task.state === 'input_required') {
          await caller.api.ok('addTaskMessage', { params: { id }, body: { message: 'yes', message_id: `yes-${id}` } });
        } else if (task.state !== 'submitted' && task.state !== 'working') open.delete(id);
      }
      await sleep(500);
    }
    let updates = 0;
    for (const [number, id] of ids.entries()) {
      const task = await caller.api.ok('getTask', { params: { id } });
      const said = task.messages.filter(({ role }) => role === 'worker').map(({ parts }) => parts[0]?.text);
      const asked = number % 10 === 0;
      const done = asked ? `done ${number} yes` : `done ${number}`;
      const expected = [
        ...(number % 5 === 0 ? [`working on ${number}`] : []),
        ...(asked ? [`ready for ${number}?`] : []),
        done,
      ];
      expect(task.state).toBe('completed');
      expect(said, `what the worker said about task ${number}`).toEqual(expected);
      updates += said.length;
    }
    console.log(`through ${JSON.stringify(proxy.record.counts)}`);
    console.log(`${TASKS} tasks, each done once; ${updates} messages of workers, none twice`);
  } catch (error) {
    throw new Error(`${String(error)}\n${workers.map(({ output }) => output()).join('\n')}`);
  } finally {
    isOver = true;
    await killing;
    await Promise.all(workers.map((program) => program.kill()));
    await proxy.stop();
  }
});
