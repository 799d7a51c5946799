import { readdirSync, readFileSync } from 'node:fs';

/** Returns a process and all its descendants. Source: proc(5), `stat`. */
export function treeOf(root: number): number[] {
  const children = new Map<number, number[]>();
  for (const name of readdirSync('/proc')) {
    const pid = Number(name);
    const parent = Number.isNaN(pid) ? undefined : statOf(pid)?.parent;
    if (parent !== undefined) children.set(parent, [...(children.get(parent) ?? []), pid]);
  }
  const tree = [root];
  for (const pid of tree) tree.push(...(children.get(pid) ?? []));
  return tree;
}

/** Clock ticks per second in which Linux reports processor time. Source: proc(5), sysconf(3). */
export const TICKS = 100;

/** Processor seconds that the descendants of a process have used so far. */
export function processorSeconds(root: number): number {
  const [, ...descendants] = treeOf(root);
  return descendants.reduce((sum, pid) => sum + (statOf(pid)?.ticks ?? 0), 0) / TICKS;
}

/** Reads a file of `/proc`. The process may end while it is read. */
export function readProc(pid: number, file: string): string | undefined {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8');
  } catch {
    return undefined;
  }
}

function statOf(pid: number): { parent: number; ticks: number } | undefined {
  const stat = readProc(pid, 'stat');
  return stat === undefined ? undefined : { parent: Number(fieldsOf(stat)[1]), ticks: ticksOf(stat) };
}

/** The clock ticks that a process or thread has used, from its `stat`. */
export function ticksOf(stat: string): number {
  const fields = fieldsOf(stat);
  return Number(fields[11]) + Number(fields[12]);
}

/**
 * The second field is a name in parentheses, which may contain any character. The third follows the last parenthesis.
 */
function fieldsOf(stat: string): string[] {
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ');
}
