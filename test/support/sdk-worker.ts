import { appendFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { Aid } from '#clients/typescript/src/index.ts';

/**
 * A worker of an agent as a process that a test can kill: it appends the id of each task that it begins to a file, and
 * takes a moment for it, so that a kill finds it at work. Its environment has `AID_URL`, `AID_KEY` and `OUTPUT`.
 */
const { OUTPUT: output = '' } = process.env;
const MOMENT_MS = 100;

await new Aid().tasks.work(
  async (task, { text }) => {
    appendFileSync(output, `${task.id}\n`);
    await sleep(MOMENT_MS);
    return `${text} is done`;
  },
  { concurrency: 4, leaseMs: 10_000 },
);
