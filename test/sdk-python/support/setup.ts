import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { installPython } from '#test/description/support/install-tools.ts';
import { mustRun } from '#test/description/support/run-command.ts';
import { type Stack, startStack } from '#testing/stack.ts';
import { SDK } from './python-program.ts';
import { UNLIMITED } from './unlimited.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The folder of the Python commands. */
    sdkPython: string;
    /** A folder for output. */
    sdkWorkspace: string;
  }
}

let stack: Stack | undefined;
let temporary: string | undefined;

/**
 * The global setup of Vitest: installs Python's tools, derives the synchronous client, and starts the stack of those
 * tests that kill none.
 */
export async function setup(project: TestProject): Promise<void> {
  temporary = mkdtempSync(join(tmpdir(), 'aid-sdk-python-'));
  const folder = process.env.AID_TOOLS_DIR ?? temporary;
  const [bin, started] = await Promise.all([
    installPython(join(folder, 'sdk-python'), join(import.meta.dirname, '..', 'tools')),
    startStack({ AID_EPHEMERAL: '1', AID_LIMITS: UNLIMITED }),
  ]);
  stack = started;
  await mustRun(join(bin, 'python'), [join(SDK, 'derive_sync.py')]);
  project.provide('sdkPython', bin);
  project.provide('sdkWorkspace', temporary);
  project.provide('stack', { baseUrl: stack.baseUrl, smtpPort: stack.smtpPort });
}

export async function teardown(): Promise<void> {
  await stack?.stop();
  if (temporary !== undefined) rmSync(temporary, { recursive: true, force: true });
}
