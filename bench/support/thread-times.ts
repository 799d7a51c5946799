import { readdirSync } from 'node:fs';
import { readProc, TICKS, ticksOf, treeOf } from './process-tree.ts';

/** Processor seconds by the name of the thread: a function has a thread that bears its name. */
export type ThreadTimes = ReadonlyMap<string, number>;

/**
 * Processor seconds that each thread of a process and its descendants has used so far. Threads of one name are added
 * up. A thread that ended is not counted.
 *
 * Source: proc(5), `task/[tid]/stat` and `comm`.
 */
export function threadTimesOf(root: number): ThreadTimes {
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
