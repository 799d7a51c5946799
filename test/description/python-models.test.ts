import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { mustRun } from '../support/tools/run-command.ts';
import { pythonTools } from './support/description-tools.ts';
import { docExample, exampleRun } from './support/doc-example.ts';
import { generatorWarnings } from './support/generator-warnings.ts';
import { pythonTypeErrors } from './support/type-check.ts';
import { useWorkspace } from './support/workspace.ts';

const workspace = useWorkspace();

/** Pydantic's type for addresses has no length. The service still checks it. */
const OWN_WARNING = /UserWarning: fields holding AnyUrl are written without|^ *lambda self, run: imports\.warn_about/;

test('datamodel-code-generator generates Python of sound types, and its example works', async () => {
  const bin = await pythonTools();
  const folder = join(workspace.folder, 'datamodel-code-generator');
  mkdirSync(folder);
  const options = ['--output-model-type', 'pydantic_v2.BaseModel', '--use-annotated', '--set-default-enum-member'];
  const said = await generatorWarnings(
    join(bin, 'datamodel-codegen'),
    ['--input', workspace.description, '--input-file-type', 'openapi', ...options, '--output', join(folder, 'aid.py')],
    // It announces another default formatter.
    { env: { PYTHONWARNINGS: 'ignore::FutureWarning' } },
  );
  expect(said.filter((line) => !OWN_WARNING.test(line))).toEqual([]);

  writeFileSync(join(folder, 'example.py'), docExample('Python: types only', 'python'));
  const { errors, report } = await pythonTypeErrors(bin, folder, ['aid.py', 'example.py']);
  expect(errors, report).toEqual([]);
  const { prints, env } = await exampleRun();
  expect((await mustRun(join(bin, 'python'), ['example.py'], { cwd: folder, env })).stdout).toBe(prints);
});
