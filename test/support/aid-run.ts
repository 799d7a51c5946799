import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { onTestFinished } from 'vitest';
import { sharedStack } from '#testing/fixture.ts';

const AID = join(import.meta.dirname, '..', '..', 'clients', 'cli', 'src', 'aid.ts');
const PROGRAM = join(import.meta.dirname, 'requesting-program.ts');
const QUIET = '--disable-warning=ExperimentalWarning';

/** What the program says about a response. */
export interface SeenResponse {
  readonly status: number;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export interface AidRunOptions {
  readonly key: string;
  /** A folder for the run: it is created in this one. */
  readonly folder: string;
  /** The file with the certificate that `aid` trusts. */
  readonly certificate: string;
  readonly environment?: Readonly<Record<string, string>>;
}

/** Starts `aid run` with a program that makes the requests of a test. */
export async function startAidRun(args: readonly string[], options: AidRunOptions) {
  const home = mkdtempSync(join(options.folder, 'run-'));
  const aid = spawn(process.execPath, [QUIET, AID, 'run', ...args, '--', process.execPath, QUIET, PROGRAM], {
    cwd: home,
    env: {
      PATH: process.env.PATH,
      AID_URL: sharedStack().baseUrl,
      AID_KEY: options.key,
      XDG_CONFIG_HOME: home,
      XDG_STATE_HOME: home,
      NODE_EXTRA_CA_CERTS: options.certificate,
      ...options.environment,
    },
    stdio: 'pipe',
  });
  onTestFinished(() => void aid.kill('SIGKILL'));
  const written = { output: '', errors: '' };
  aid.stdout.on('data', (chunk: Buffer) => {
    written.output += chunk;
  });
  aid.stderr.on('data', (chunk: Buffer) => {
    written.errors += chunk;
  });
  const lines = createInterface({ input: aid.stdout })[Symbol.asyncIterator]();
  const exited = once(aid, 'close').then(([code]) => code as number | null);
  const next = async () => {
    const { value, done } = await lines.next();
    if (done === true) throw new Error(`aid run has ended: ${written.errors}`);
    return JSON.parse(value);
  };
  const send = (line: object) => aid.stdin.write(`${JSON.stringify(line)}\n`);
  const { pid, base, environment } = await next();
  return {
    aid,
    home,
    written,
    exited,
    /** The program's process, the address of the proxy that it has, and its environment. */
    pid: pid as number,
    base: base as string,
    environment: environment as Readonly<Record<string, string>>,
    /** Has the program make a request to a path behind the address of the proxy. */
    request: async (path: string, init: object = {}): Promise<SeenResponse> => {
      send({ path, ...init });
      return next();
    },
    /** Ends the program with this code, or by this signal, and returns the code of `aid`. */
    end: async (how: { readonly exit: number } | { readonly kill: string } = { exit: 0 }) => {
      send(how);
      return exited;
    },
  };
}
