import { join } from 'node:path';
import { type Program, startProgram as start } from '#test/support/tools/start-program.ts';

export type { Program };

export const SDK = join(import.meta.dirname, '..', '..', '..', 'clients', 'python');

/** How a tool of Python runs on the sources of the SDK. */
export const SOURCES = { cwd: SDK, env: { PYTHONPATH: 'src' } };

/** The environment of a program that uses the sources of the SDK. */
export function sdkEnvironment(url: string, key: string): Record<string, string | undefined> {
  return {
    ...process.env,
    AID_URL: url,
    AID_KEY: key,
    PYTHONPATH: `${join(SDK, 'src')}:${SDK}`,
    PYTHONDONTWRITEBYTECODE: '1',
    PYTHONUNBUFFERED: '1',
  };
}

/** Starts a program of `clients/python/tests/programs`. */
export function startProgram(
  bin: string,
  name: string,
  args: readonly (string | number)[],
  env: Readonly<Record<string, string | undefined>>,
): Program {
  return start(join(bin, 'python'), ['-m', `tests.programs.${name}`, ...args.map(String)], { cwd: SDK, env });
}

/** Starts a file of Python. */
export function startScript(
  python: string,
  file: string,
  { cwd, env }: { readonly cwd: string; readonly env: Readonly<Record<string, string | undefined>> },
): Program {
  return start(python, [file], { cwd, env: { ...process.env, ...env, PYTHONUNBUFFERED: '1' } });
}
