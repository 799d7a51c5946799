import { readdirSync, readFileSync } from 'node:fs';

/** A process and all its descendants. Source: proc(5), `stat`. */
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

/** Ticks a second in which Linux counts processor time for everyone who asks. Source: proc(5), sysconf(3). */
const TICKS = 100;

/** Processor seconds that the descendants of a process have used so far. */
export function processorSeconds(root: number): number {
  const [, ...descendants] = treeOf(root);
  return descendants.reduce((sum, pid) => sum + (statOf(pid)?.ticks ?? 0), 0) / TICKS;
}

/** A file of `/proc`; a process may end while one looks. */
export function readProc(pid: number, file: string): string | undefined {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8');
  } catch {
    return undefined;
  }
}

/** The second field is a name in parentheses that may hold anything; the third comes after its last parenthesis. */
function statOf(pid: number): { parent: number; ticks: number } | undefined {
  const stat = readProc(pid, 'stat');
  if (stat === undefined) return undefined;
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return { parent: Number(fields[1]), ticks: Number(fields[11]) + Number(fields[12]) };
}
