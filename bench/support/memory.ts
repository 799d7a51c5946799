import { readProc, treeOf } from './process-tree.ts';

/** The memory of a process tree. */
export interface Memory {
  readonly megabytes: number;
  readonly processes: number;
  /**
   * PSS counts a shared page once over all processes. Where the kernel does not report it, RSS counts the page in each.
   */
  readonly measure: 'PSS' | 'RSS';
}

/**
 * Returns the memory of a process and of all its descendants.
 *
 * Source: proc(5), `smaps_rollup` and `status`.
 */
export function memoryOf(root: number): Memory {
  const pids = treeOf(root);
  const proportional = pids.map((pid) => kilobytesOf(pid, 'smaps_rollup', 'Pss'));
  const known = proportional.every((kilobytes) => kilobytes !== undefined);
  const kilobytes = known ? proportional : pids.map((pid) => kilobytesOf(pid, 'status', 'VmRSS'));
  const sum = kilobytes.reduce<number>((total, part) => total + (part ?? 0), 0);
  return { megabytes: sum / 1024, processes: pids.length, measure: known ? 'PSS' : 'RSS' };
}

function kilobytesOf(pid: number, file: string, field: string): number | undefined {
  const value = new RegExp(`^${field}:\\s+(\\d+) kB`, 'm').exec(readProc(pid, file) ?? '')?.[1];
  return value === undefined ? undefined : Number(value);
}
