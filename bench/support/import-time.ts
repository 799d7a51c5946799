import { execFile } from 'node:child_process';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';

/** Provides the global object of the Lambda runtime for streaming handlers, and times the import of a module. */
const PROGRAM = `
globalThis.awslambda = { streamifyResponse: (handler) => handler, HttpResponseStream: { from: (stream) => stream } };
const started = performance.now();
const before = process.cpuUsage();
const { handler } = await import(process.argv[1]);
const milliseconds = performance.now() - started;
if (typeof handler !== 'function') throw new Error('the module exports no handler');
const { user, system } = process.cpuUsage(before);
process.stdout.write(JSON.stringify({ milliseconds, processorMs: (user + system) / 1000 }));
process.exit();
`;

/** What a fresh process needs to import a bundle: what the bundle adds to a cold start. */
export interface ImportTime {
  readonly milliseconds: number;
  /** The time of processors, of all threads of the process: also on a busy machine about that of an idle one. */
  readonly processorMs: number;
}

/** Imports a bundle in a fresh process. */
async function importTime(path: string): Promise<ImportTime> {
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ['--input-type=module', '--eval', PROGRAM, pathToFileURL(path).href],
    { env: { PATH: process.env.PATH, AWS_REGION: 'local', POWERTOOLS_SERVICE_NAME: 'aid' } },
  );
  return JSON.parse(stdout) as ImportTime;
}

/**
 * The fastest of several alternating imports of each bundle. Other load on the machine can only slow an import down.
 */
export async function fastestImports(paths: readonly string[], rounds: number): Promise<ImportTime[]> {
  const fastest = paths.map(() => ({ milliseconds: Number.POSITIVE_INFINITY, processorMs: Number.POSITIVE_INFINITY }));
  for (let round = 0; round < rounds; round++) {
    for (const [index, path] of paths.entries()) {
      const known = fastest[index];
      const time = await importTime(path);
      if (known === undefined) continue;
      known.milliseconds = Math.min(known.milliseconds, time.milliseconds);
      known.processorMs = Math.min(known.processorMs, time.processorMs);
    }
  }
  return fastest;
}
