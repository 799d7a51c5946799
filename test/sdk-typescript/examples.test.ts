import { cpSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, test } from 'vitest';
import { expectExample } from '../support/example-flows.ts';
import { EXAMPLES } from '../support/example-names.ts';
import { mustRun } from '../support/tools/run-command.ts';
import { startProgram } from '../support/tools/start-program.ts';
import { usePackedSdk } from './support/packed-sdk.ts';

const ROOT = join(import.meta.dirname, '..', '..');

const sdk = usePackedSdk();
let project: string;

beforeAll(async () => {
  project = await sdk.emptyProject('examples', { type: 'module' });
  for (const name of EXAMPLES) cpSync(join(ROOT, 'examples', 'typescript', `${name}.ts`), join(project, `${name}.ts`));
});

test.each(EXAMPLES)('examples/typescript/%s.ts does what it is for, with the installed package', (name) =>
  expectExample(name, project, (program, options) =>
    startProgram(process.execPath, [join(project, `${program}.ts`)], options),
  ),
);

test('The examples in TypeScript compile in strict mode', async () => {
  symlinkSync(join(ROOT, 'node_modules', '@types'), join(project, 'node_modules', '@types'));
  const compilerOptions = { target: 'es2022', module: 'nodenext', strict: true, noEmit: true, types: ['node'] };
  writeFileSync(join(project, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['*.ts'] }));
  await mustRun(join(ROOT, 'node_modules', '.bin', 'tsc'), ['--project', project]);
});
