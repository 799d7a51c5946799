import { join } from 'node:path';
import { installNpm, installPython } from '../../description/support/install-tools.ts';

const PINS = join(import.meta.dirname, '..', 'pins');

/** The clients as they were installed. */
export interface InstalledClients {
  /** The Python that has the client of a generation. */
  readonly python: Readonly<Record<'first' | 'second', string>>;
  /** The folder of the command of the inspector. */
  readonly inspector: string;
}

/** Installs the clients for Python and the inspector in a folder, unless an earlier run did. */
export async function installClients(folder: string): Promise<InstalledClients> {
  const install = (name: string, by: typeof installNpm) => by(join(folder, `mcp-${name}`), join(PINS, name));
  const [first, second, inspector] = await Promise.all([
    install('first', installPython),
    install('second', installPython),
    install('inspector', installNpm),
  ]);
  return { python: { first: join(first, 'python'), second: join(second, 'python') }, inspector };
}
