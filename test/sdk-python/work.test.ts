import { setTimeout as sleep } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { Random } from '#testing/faults/random.ts';
import { type Agent, makeAgent, makeOrganization, sharedStack } from '#testing/fixture.ts';
import { HostileProxy } from '#testing/hostile-proxy/hostile-proxy.ts';
import { seedOfRun } from '#testing/seed.ts';
import { sizeOf } from '#testing/test-size.ts';
import { forEach, reached } from '../support/sdk-guarantees.ts';
import { type Program, sdkEnvironment, startProgram } from './support/python-program.ts';
import { useSdk } from './support/use-sdk.ts';

const sdk = useSdk();

const TASKS = sizeOf({ usual: 30, full: 500 });
const KILLS = sizeOf({ usual: 3, full: 10 });
/** It takes some minutes, and more on a machine that does other work. */
const TIMEOUT_MS = 1_800_000;
const LEASE_MS = 10_000;
const AT_ONCE = 8;
const MODES = ['sync', 'async', 'sync'];

test(
  'Three Python workers behind a hostile network that are killed at random do each task once',
  async () => {
    const { baseUrl } = sharedStack();
    const organization = await makeOrganization(baseUrl);
    const caller = await makeAgent(organization);
    const worker = await makeAgent(organization);
    const proxy = await HostileProxy.start({ upstream: baseUrl, seed: seedOfRun() });
    const random = new Random(`python workers ${seedOfRun()}`);
    const workers: Program[] = [];
    const start = (index: number) => {
      if (isOver) return;
      const args = [LEASE_MS, AT_ONCE, MODES[index] ?? ''];
      workers[index] = startProgram(sdk.bin, 'work', args, sdkEnvironment(proxy.url, worker.key));
    };
    const begun = () => workers.reduce((count, { output }) => count + linesOf(output()), ended);
    let ended = 0;
    let isOver = false;
    onTestFinished(async ({ task }) => {
      isOver = true;
      if (task.result?.state === 'fail') console.log(workers.map(({ output }) => output()).join('\n'));
      await Promise.all(workers.map((program) => program.kill()));
      await proxy.stop();
    });
    const ids: string[] = [];
    await forEach(TASKS, async (number) => {
      const body = { to_identity_id: worker.id, message: String(number) };
      ids[number] = (await caller.api.ok('createTask', { body })).id;
    });
    MODES.forEach((_mode, index) => void start(index));
    const step = TASKS / (KILLS + 1);
    for (let kill = 1; kill <= KILLS; kill += 1) {
      await reached(step * kill + random.int(0, step), begun);
      await replyToQuestions(caller);
      const index = random.int(0, MODES.length - 1);
      await workers[index]?.kill();
      ended += linesOf(workers[index]?.output() ?? '');
      start(index);
    }
    while (!isOver && (await replyToQuestions(caller))) await sleep(500);
    let messages = 0;
    await forEach(TASKS, async (number) => {
      const task = await caller.api.ok('getTask', { params: { id: ids[number] ?? '' } });
      const said = task.messages.filter(({ role }) => role === 'worker').map(({ parts }) => parts[0]?.text);
      expect([task.state, ...said], `what the worker said about task ${number}`).toEqual([
        'completed',
        ...saidAbout(number),
      ]);
      messages += said.length;
    });
    console.log(`through ${JSON.stringify(proxy.record.counts)}`);
    console.log(`${TASKS} tasks, each done once over ${KILLS} crashes; ${messages} messages of workers, none twice`);
    console.log(`${begun() - TASKS} tasks were begun again`);
  },
  TIMEOUT_MS,
);

const linesOf = (output: string) => output.split('\n').filter((line) => line.startsWith('begun ')).length;

/** What a worker says about a task: its handler reports that it works, and asks, about some of them. */
function saidAbout(number: number): string[] {
  const asks = number % 10 === 0;
  return [
    ...(number % 5 === 0 ? [`working on ${number}`] : []),
    ...(asks ? [`ready for ${number}?`] : []),
    asks ? `done ${number} yes` : `done ${number}`,
  ];
}

/** Replies to the questions of the workers. Returns whether tasks are open. */
async function replyToQuestions({ api }: Agent): Promise<boolean> {
  let areOpen = false;
  for (const state of ['submitted', 'working', 'input_required'] as const) {
    const { tasks } = await api.ok('listTasks', { query: { direction: 'outbound', state, limit: 100 } });
    areOpen ||= tasks.length > 0;
    if (state !== 'input_required') continue;
    for (const { id } of tasks) {
      await api.ok('addTaskMessage', { params: { id }, body: { message: 'yes', message_id: `yes-${id}` } });
    }
  }
  return areOpen;
}
