import { writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { expect, inject, test } from 'vitest';
import { docExample, exampleRun } from './support/doc-example.ts';
import { generatorWarnings } from './support/generator-warnings.ts';
import { mustRun } from './support/run-command.ts';

/** Imports every module of a package, which evaluates annotations and resolves names. */
const IMPORT_ALL = `
import importlib, pkgutil, aid_client
names = [module.name for module in pkgutil.walk_packages(aid_client.__path__, 'aid_client.')]
for name in names:
    importlib.import_module(name)
print(len(names))
`;

test('openapi-python-client generates, without a warning, Python that can be imported, and its example works', async () => {
  const bin = inject('tools').python;
  const folder = join(inject('workspace'), 'openapi-python-client');
  const config = join(import.meta.dirname, 'openapi-python-client.yaml');
  // The generator formats its output with a command that it finds on the path.
  const env = { PATH: bin + delimiter + process.env.PATH };
  const said = await generatorWarnings(
    join(bin, 'openapi-python-client'),
    ['generate', '--path', inject('description'), '--config', config, '--output-path', folder, '--fail-on-warning'],
    { env },
  );
  expect(said).toEqual([]);

  const python = join(bin, 'python');
  await mustRun(python, ['-W', 'error', '-m', 'compileall', '-q', folder]);
  const imported = await mustRun(python, ['-W', 'error', '-c', IMPORT_ALL], { cwd: folder });
  expect(Number(imported.stdout)).toBeGreaterThan(100);

  writeFileSync(join(folder, 'example.py'), docExample('Python', 'python'));
  const { prints, ...run } = await exampleRun();
  expect((await mustRun(python, ['example.py'], { cwd: folder, env: run.env })).stdout).toBe(prints);
});
