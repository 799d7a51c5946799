import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { promisify } from 'node:util';

/** What a process has used. */
export interface ProcessCost {
  /** Milliseconds of processor time, of all its threads, in its own code and in the system's for it. */
  readonly processorMs: number;
  /** Bytes of memory that it occupies now. */
  readonly memoryBytes: number;
}

/** How often a watched process is measured, in milliseconds. Nearly all jobs end sooner. */
const SAMPLE_MS = 100;

/** The unit of times in `/proc`, whatever the kernel counts in (`sysconf(_SC_CLK_TCK)` of Linux). */
const TICK_MS = 10;

const KILOBYTE = 1024;

/**
 * Measures a process until the returned function is called, and passes what it has used since now. A process that
 * waits for the processor, or that the system has stopped, uses none.
 */
export function watchCost(pid: number | undefined, observe: (used: ProcessCost) => void): () => void {
  const first = costOf(pid);
  let isOver = false;
  let timer = setTimeout(measure, SAMPLE_MS);

  async function measure(): Promise<void> {
    const [before, now] = [await first, await costOf(pid)];
    if (isOver) return;
    if (before !== undefined && now !== undefined) {
      observe({ ...now, processorMs: now.processorMs - before.processorMs });
    }
    timer = setTimeout(measure, SAMPLE_MS);
  }

  return () => {
    isOver = true;
    clearTimeout(timer);
  };
}

/** What a process has used since its start; `undefined` if it has ended, or the system does not say. */
export async function costOf(pid: number | undefined): Promise<ProcessCost | undefined> {
  if (pid === undefined) return undefined;
  try {
    return process.platform === 'linux' ? costInProc(pid) : costByPs(await psOf(pid));
  } catch {
    return undefined;
  }
}

/** Reads what the kernel says, which takes microseconds. The manual page proc_pid_stat(5) numbers the fields. */
function costInProc(pid: number): ProcessCost {
  const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
  // The name of the program, in parentheses, may have any character. The state follows it as the third field.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const [userTicks, systemTicks] = [Number(fields[14 - 3]), Number(fields[15 - 3])];
  const [, residentKb] = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'latin1')) ?? [];
  return { processorMs: (userTicks + systemTicks) * TICK_MS, memoryBytes: Number(residentKb ?? 0) * KILOBYTE };
}

async function psOf(pid: number): Promise<string> {
  const { stdout } = await promisify(execFile)('ps', ['-o', 'time=,rss=', '-p', String(pid)]);
  return stdout;
}

/**
 * Reads a line of `ps`, such as `0:05.25 61234`, or `1-02:03:04 61234`: processor time, and kilobytes.
 */
export function costByPs(line: string): ProcessCost {
  const [time = '', kilobytes] = line.trim().split(/\s+/);
  const [clock = '', days = '0'] = time.split('-').reverse();
  const seconds = clock.split(':').reduce((sum, part) => sum * 60 + Number(part), 0);
  return { processorMs: (Number(days) * 86_400 + seconds) * 1000, memoryBytes: Number(kilobytes) * KILOBYTE };
}
