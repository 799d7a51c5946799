import { execFile } from 'node:child_process';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';

/** The global that Lambda's runtime gives to streaming handlers, and the module's import, timed. */
const PROGRAM = `
globalThis.awslambda = { streamifyResponse: (handler) => handler, HttpResponseStream: { from: (stream) => stream } };
const started = performance.now();
const { handler } = await import(process.argv[1]);
const milliseconds = performance.now() - started;
if (typeof handler !== 'function') throw new Error('no handler');
process.stdout.write(String(milliseconds));
process.exit();
`;

/** Milliseconds that a fresh process takes to import a bundle: what a cold start adds to the runtime's own. */
export async function importMs(path: string): Promise<number> {
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ['--input-type=module', '--eval', PROGRAM, pathToFileURL(path).href],
    { env: { PATH: process.env.PATH, AWS_REGION: 'local', POWERTOOLS_SERVICE_NAME: 'aid' } },
  );
  return Number(stdout);
}
