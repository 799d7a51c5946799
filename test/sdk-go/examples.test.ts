import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { expectExample } from '../support/example-flows.ts';
import { EXAMPLES } from '../support/example-names.ts';
import { mustRun } from '../support/tools/run-command.ts';
import { startProgram } from '../support/tools/start-program.ts';
import { GO_SDK } from './support/go-module.ts';

/** A module of its own, which uses the SDK as `replace` makes others use it. */
const PROGRAMS = join(GO_SDK, '..', '..', 'examples', 'go');

const folder = mkdtempSync(join(tmpdir(), 'aid-examples-'));

beforeAll(() => mustRun('go', ['build', '-o', folder, './...'], { cwd: PROGRAMS }));

afterAll(() => rmSync(folder, { recursive: true, force: true }));

test.each(EXAMPLES)('examples/go/%s does what it is for', (name) =>
  expectExample(name, join(folder, 'runs'), (program, options) => startProgram(join(folder, program), [], options)),
);

test('The examples in Go are as gofmt writes them, go vet finds nothing, and go.mod is as go mod tidy writes it', async () => {
  expect((await mustRun('gofmt', ['-l', '.'], { cwd: PROGRAMS })).output).toBe('');
  await mustRun('go', ['vet', './...'], { cwd: PROGRAMS });
  await mustRun('go', ['mod', 'tidy', '-diff'], { cwd: PROGRAMS });
});
