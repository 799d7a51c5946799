import { readdirSync } from 'node:fs';
import { readProc, TICKS, ticksOf, treeOf } from './process-tree.ts';

/** Processor time by the name of the thread: a function has a thread that bears its name. */
export type ThreadTimes = ReadonlyMap<string, number>;

/**
 * Processor seconds that each thread of a process and its descendants has used so far. Threads of one name are added
 * up. A thread that ended is not counted.
 *
 * Source: proc(5), `task/[tid]/stat` and `comm`.
 */
function threadTimesOf(root: number): ThreadTimes {
  const times = new Map<string, number>();
  for (const pid of treeOf(root)) {
    for (const thread of threadsOf(pid)) {
      const stat = readProc(pid, `task/${thread}/stat`);
      if (stat === undefined) continue;
      const name = /\((.*)\)/.exec(stat)?.[1] ?? '';
      times.set(name, (times.get(name) ?? 0) + ticksOf(stat) / TICKS);
    }
  }
  return times;
}

function threadsOf(pid: number): string[] {
  try {
    return readdirSync(`/proc/${pid}/task`);
  } catch {
    return [];
  }
}

/** The processor milliseconds of each thread for one of `count` pieces of work, which `work` does. */
export async function timesOfEach(root: number, count: number, work: () => Promise<void>): Promise<ThreadTimes> {
  const before = threadTimesOf(root);
  await work();
  const after = threadTimesOf(root);
  return new Map([...after].map(([name, seconds]) => [name, ((seconds - (before.get(name) ?? 0)) * 1000) / count]));
}

/** The times of all threads together. */
export function totalOf(times: ThreadTimes): number {
  return [...times.values()].reduce((sum, time) => sum + time, 0);
}
