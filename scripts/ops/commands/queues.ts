import type { OpsCommand } from '../command.ts';
import { stageQueues } from '../stage-queues.ts';

/** Lists every queue of the stage. */
export const queues: OpsCommand = {
  name: 'queues',
  summary: 'lists the queues of jobs and of failures, and how many messages each has',
  args: [],
  options: {},
  changes: false,
  run: async ({ stage }) => {
    const all = await stageQueues(stage);
    const failed = all.filter(({ kind, ready, inFlight }) => kind === 'failures' && ready + inFlight > 0);
    return {
      rows: all.map(({ name, kind, ready, inFlight, delayed, source }) => ({
        queue: name,
        kind,
        ready,
        'in flight': inFlight,
        delayed,
        'failures of': source?.name ?? null,
      })),
      notes:
        failed.length === 0
          ? ['no failure queue has messages']
          : failed.map(({ name }) => `failures wait in ${name}: npm run ops -- inspect ${name}`),
    };
  },
};
