import { homedir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import type { Context, Input } from './context.ts';
import type { Terminal } from './output/output.ts';
import { Profiles } from './profile/profiles.ts';
import { run } from './run.ts';

/** The program `aid`: a command line in this terminal. */
const { stdin, stdout, stderr, env } = process;
const USUAL_COLUMNS = 80;
const stopped = new AbortController();

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => stopped.abort());
// A reader that closes the pipe early, such as `head`, has all it needs.
stdout.on('error', (error: NodeJS.ErrnoException) => process.exit(error.code === 'EPIPE' ? 0 : 1));

const context: Context = {
  environment: env,
  output: terminalOf(stdout),
  errors: terminalOf(stderr),
  input: { isTerminal: stdin.isTTY === true, bytes: stdin, ask },
  profiles: new Profiles(env),
  stateFolder: join(env.XDG_STATE_HOME ?? env.LOCALAPPDATA ?? join(homedir(), '.local', 'state'), 'aid'),
  signal: stopped.signal,
};

process.exitCode = await run(process.argv.slice(2), context);

function terminalOf(stream: NodeJS.WriteStream): Terminal {
  return {
    isTerminal: stream.isTTY === true,
    columns: stream.columns || USUAL_COLUMNS,
    write: (text) => void stream.write(text),
  };
}

/** Asks on standard error, so that redirected output contains only the result. */
async function ask(question: string, { secret = false }: Parameters<Input['ask']>[1] = {}): Promise<string> {
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() });
  stderr.write(question);
  const reader = createInterface({ input: stdin, output: secret ? silent : stderr, terminal: secret });
  try {
    return await reader.question('', { signal: stopped.signal });
  } finally {
    reader.close();
    if (secret) stderr.write('\n');
  }
}
