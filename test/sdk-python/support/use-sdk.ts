import { join } from 'node:path';
import { beforeAll } from 'vitest';
import { installPython } from '#test/support/tools/install.ts';
import { mustRun } from '#test/support/tools/run-command.ts';
import { SDK } from './python-program.ts';

/** The commands of an environment with what the Python SDK needs, and the tools that check it. */
export interface InstalledSdk {
  /** Their folder. */
  readonly bin: string;
}

/**
 * Installs the commands before the tests of a file, unless an earlier run did, and derives the client without
 * coroutines from the one with them.
 */
export function useSdk(): InstalledSdk {
  const installed = { bin: '' };
  beforeAll(async () => {
    installed.bin = await installPython('sdk-python', join(import.meta.dirname, '..', 'tools'));
    await mustRun(join(installed.bin, 'python'), [join(SDK, 'derive_sync.py')]);
  });
  return installed;
}
