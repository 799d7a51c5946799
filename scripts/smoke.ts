import { parseArgs } from 'node:util';
import { lineOf } from './smoke/result.ts';
import { Run } from './smoke/run.ts';
import { runSteps } from './smoke/run-steps.ts';
import { CLEAN_UP, STEPS } from './smoke/steps.ts';

const USAGE = `npm run smoke -- --url <address> [options]

Tries what a deployed stage is for: an organization with two agents, a stream, a tunnel, a webhook through it, mail out
and in, a wait, a login. It creates everything that it uses and removes it afterwards, as far as the API allows.

  --url <address>     the address of the API: the output ApiAddress of the deployment, or http://127.0.0.1:8787
  --skip <step,…>     leaves out steps; they are shown as skipped
  --timeout <s>       how long a step may take; default: 120
  --help              prints the usage

Steps: ${STEPS.map(({ name }) => name).join(', ')}`;

/** See: docs/deployment.md#the-smoke-test. */
function fail(message: string): never {
  console.error(`smoke: ${message}\n\n${USAGE}`);
  process.exit(2);
}

function readArguments() {
  try {
    return parseArgs({
      options: {
        url: { type: 'string', default: '' },
        skip: { type: 'string', default: '' },
        timeout: { type: 'string', default: '120' },
        help: { type: 'boolean', default: false },
      },
    }).values;
  } catch (error) {
    return fail((error as Error).message);
  }
}

const { url, skip, timeout, help } = readArguments();
if (help) {
  console.log(USAGE);
  process.exit(0);
}
if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol))
  fail(`--url: expected the address of the API, got "${url}"`);
if (!/^[1-9]\d{0,3}$/.test(timeout)) fail(`--timeout: expected a number of seconds from 1 to 9999, got "${timeout}"`);
const skipped = new Set(skip.split(',').filter((name) => name !== ''));
for (const name of skipped) if (!STEPS.some((step) => step.name === name)) fail(`--skip: no such step: ${name}`);

const interrupted = new AbortController();
process.once('SIGINT', () => interrupted.abort(new Error('interrupted')));
const run = new Run({ url: url.replace(/\/+$/, ''), timeoutMs: Number(timeout) * 1000, signal: interrupted.signal });
const results = await runSteps(run, STEPS, CLEAN_UP, { skipped, onResult: (result) => console.log(lineOf(result)) });
const failed = results.filter(({ outcome }) => outcome === 'FAIL');
const left = results.filter(({ outcome }) => outcome === 'SKIP');
console.log(
  `${results.length - failed.length - left.length} passed, ${failed.length} failed, ${left.length} skipped` +
    (failed.length > 0 ? `: ${failed.map(({ step }) => step).join(', ')} failed` : ''),
);
process.exit(failed.length > 0 ? 1 : 0);
