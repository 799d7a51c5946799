import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { lockState } from './state-lock.ts';

/** The folder of a running stack: the state folder, or a temporary one for an ephemeral stack. */
export interface Workspace {
  readonly dir: string;
  readonly ephemeral: boolean;
  /** Releases the folder; a temporary one is deleted. */
  release(): void;
}

const TEMPORARY = /^aid-local-(\d+)-/;

/** Opens the state folder for this process alone. */
export function openWorkspace(stateDir: string | undefined): Workspace {
  if (stateDir === undefined) return temporaryWorkspace();
  const unlock = lockState(stateDir);
  return { dir: stateDir, ephemeral: false, release: unlock };
}

function temporaryWorkspace(): Workspace {
  removeLeftOver();
  const dir = mkdtempSync(join(tmpdir(), `aid-local-${process.pid}-`));
  return { dir, ephemeral: true, release: () => rmSync(dir, { recursive: true, force: true }) };
}

/** Deletes temporary folders of stacks that were killed before they could clean up. */
function removeLeftOver(): void {
  for (const name of readdirSync(tmpdir())) {
    const pid = Number(TEMPORARY.exec(name)?.[1] ?? Number.NaN);
    if (pid > 0 && !isAlive(pid)) rmSync(join(tmpdir(), name), { recursive: true, force: true });
  }
}

/** Whether a process with this id exists. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
