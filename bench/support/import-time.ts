import { execFile } from 'node:child_process';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';

/** Provides the global object of the Lambda runtime for streaming handlers, and times the import of a module. */
const PROGRAM = `
globalThis.awslambda = { streamifyResponse: (handler) => handler, HttpResponseStream: { from: (stream) => stream } };
const started = performance.now();
const { handler } = await import(process.argv[1]);
const milliseconds = performance.now() - started;
if (typeof handler !== 'function') throw new Error('the module exports no handler');
process.stdout.write(String(milliseconds));
process.exit();
`;

/** The milliseconds that a fresh process needs to import a bundle: what the bundle adds to a cold start. */
export async function importMs(path: string): Promise<number> {
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ['--input-type=module', '--eval', PROGRAM, pathToFileURL(path).href],
    { env: { PATH: process.env.PATH, AWS_REGION: 'local', POWERTOOLS_SERVICE_NAME: 'aid' } },
  );
  return Number(stdout);
}
