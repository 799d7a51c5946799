import { rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { lockState } from './state-lock.ts';
import { markForReset } from './state-reset.ts';
import { makeTemporaryFolder } from './temporary-folder.ts';

/** The folder of a running stack: the state folder, or a temporary one for an ephemeral stack. */
export interface Workspace {
  readonly dir: string;
  readonly ephemeral: boolean;
  /** Marks the folder so that the next start finds it empty. */
  markForReset(): void;
  /** Releases the folder; a temporary one is deleted. */
  release(): void;
}

/** Opens the state folder for this process alone. */
export function openWorkspace(stateDir: string | undefined): Workspace {
  if (stateDir === undefined) return temporaryWorkspace();
  const unlock = lockState(stateDir);
  return { dir: stateDir, ephemeral: false, markForReset: () => markForReset(stateDir), release: unlock };
}

function temporaryWorkspace(): Workspace {
  const dir = makeTemporaryFolder(tmpdir(), 'aid-local');
  const release = () => rmSync(dir, { recursive: true, force: true });
  // The folder is deleted when it is released.
  return { dir, ephemeral: true, markForReset: () => {}, release };
}
