import { cpSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, inject, test } from 'vitest';
import { docExample, exampleRun } from './support/doc-example.ts';
import { mustRun } from './support/run-command.ts';

test('oapi-codegen generates, without a warning, Go that compiles, and its example works', async () => {
  const { oapiCodegen, goModule } = inject('tools');
  const folder = join(inject('workspace'), 'oapi-codegen');
  mkdirSync(join(folder, 'aid'), { recursive: true });
  for (const name of ['go.mod', 'go.sum']) cpSync(join(goModule, name), join(folder, name));

  const options = ['-generate', 'types,client,skip-prune', '-package', 'aid', '-o', 'aid/aid.gen.go'];
  const { output } = await mustRun(oapiCodegen, [...options, inject('description')], { cwd: folder });
  expect(output).toBe('');

  writeFileSync(join(folder, 'main.go'), docExample('Go', 'go'));
  await mustRun('go', ['vet', './...'], { cwd: folder });
  await mustRun('go', ['build', '-o', 'example', '.'], { cwd: folder });
  const { env, prints } = await exampleRun();
  expect((await mustRun(join(folder, 'example'), [], { env })).stdout).toBe(prints);
});
