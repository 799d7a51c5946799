import { join } from 'node:path';
import { installNpm, installPython } from '../../support/tools/install.ts';

const PINS = join(import.meta.dirname, '..', 'pins');

/** Installs the official client for Python of a generation. Returns the Python that has it. */
export async function installPythonClient(generation: 'first' | 'second'): Promise<string> {
  return join(await installPython(`mcp-${generation}`, join(PINS, generation)), 'python');
}

/** Installs the inspector. Returns the folder of its command. */
export const installInspector = () => installNpm('mcp-inspector', join(PINS, 'inspector'));
