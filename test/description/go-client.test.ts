import { cpSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { mustRun } from '../support/tools/run-command.ts';
import { oapiCodegen } from './support/description-tools.ts';
import { docExample, exampleRun } from './support/doc-example.ts';
import { useWorkspace } from './support/workspace.ts';

const workspace = useWorkspace();

test('oapi-codegen generates, without a warning, Go that compiles, and its example works', async () => {
  const command = await oapiCodegen();
  const folder = join(workspace.folder, 'oapi-codegen');
  mkdirSync(join(folder, 'aid'), { recursive: true });
  for (const name of ['go.mod', 'go.sum']) cpSync(join(dirname(command), name), join(folder, name));

  const options = ['-generate', 'types,client,skip-prune', '-package', 'aid', '-o', 'aid/aid.gen.go'];
  const { output } = await mustRun(command, [...options, workspace.description], { cwd: folder });
  expect(output).toBe('');

  writeFileSync(join(folder, 'main.go'), docExample('Go', 'go'));
  await mustRun('go', ['vet', './...'], { cwd: folder });
  await mustRun('go', ['build', '-o', 'example', '.'], { cwd: folder });
  const { env, prints } = await exampleRun();
  expect((await mustRun(join(folder, 'example'), [], { env })).stdout).toBe(prints);
});
