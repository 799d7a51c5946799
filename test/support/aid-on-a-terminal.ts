import { homedir } from 'node:os';
import { join } from 'node:path';
import type { Context } from '#clients/cli/src/context.ts';
import type { Terminal } from '#clients/cli/src/output/output.ts';
import { Profiles } from '#clients/cli/src/profile/profiles.ts';
import { run } from '#clients/cli/src/run.ts';

/** The program `aid` as on a terminal of the usual 80 columns, although its output goes to a pipe. */
const onTerminal = (stream: NodeJS.WriteStream): Terminal => {
  return { isTerminal: true, columns: 80, write: (text) => void stream.write(text) };
};

const context: Context = {
  environment: process.env,
  output: onTerminal(process.stdout),
  errors: onTerminal(process.stderr),
  input: { isTerminal: false, bytes: process.stdin, ask: async () => '' },
  profiles: new Profiles(process.env),
  stateFolder: join(process.env.XDG_STATE_HOME ?? homedir(), 'aid'),
  signal: new AbortController().signal,
};

process.exitCode = await run(process.argv.slice(2), context);
