import { writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { expect, test } from 'vitest';
import { mustRun } from '../support/tools/run-command.ts';
import { pythonTools } from './support/description-tools.ts';
import { docExample, exampleRun } from './support/doc-example.ts';
import { generatorWarnings } from './support/generator-warnings.ts';
import { pythonTypeErrors } from './support/type-check.ts';
import { useWorkspace } from './support/workspace.ts';

const workspace = useWorkspace();

/** Imports every module of a package, which evaluates annotations and resolves names. */
const IMPORT_ALL = `
import importlib, pkgutil, aid_client
names = [module.name for module in pkgutil.walk_packages(aid_client.__path__, 'aid_client.')]
for name in names:
    importlib.import_module(name)
print(len(names))
`;

/** How many errors are the generator's own, by file and kind. The description cannot prevent them. */
const OWN_ERRORS: Readonly<Record<string, number>> = {
  // The lists of recipients share a schema. It declares a variable named after that schema for each list.
  'aid_client/models/forward_mail.py [no-redef]': 2,
  'aid_client/models/mail_edits.py [no-redef]': 2,
  'aid_client/models/new_mail_draft.py [no-redef]': 3,
  'aid_client/models/send_mail.py [no-redef]': 3,
  // It has no support for event streams, and reads one as if it were a single document.
  'aid_client/api/a2a_protocol/stream_a2_a_message.py [arg-type]': 1,
};

test('openapi-python-client generates, without a warning, Python of sound types, and its example works', async () => {
  const bin = await pythonTools();
  const folder = join(workspace.folder, 'openapi-python-client');
  const config = join(import.meta.dirname, 'openapi-python-client.yaml');
  // The generator formats its output with a command that it finds on the path.
  const env = { PATH: bin + delimiter + process.env.PATH };
  const said = await generatorWarnings(
    join(bin, 'openapi-python-client'),
    ['generate', '--path', workspace.description, '--config', config, '--output-path', folder, '--fail-on-warning'],
    { env },
  );
  expect(said).toEqual([]);

  const python = join(bin, 'python');
  await mustRun(python, ['-W', 'error', '-m', 'compileall', '-q', folder]);
  const imported = await mustRun(python, ['-W', 'error', '-c', IMPORT_ALL], { cwd: folder });
  expect(Number(imported.stdout)).toBeGreaterThan(100);

  writeFileSync(join(folder, 'example.py'), docExample('Python: a client with one function per operation', 'python'));
  const { errors, report } = await pythonTypeErrors(bin, folder, ['aid_client', 'example.py']);
  expect(countsOf(errors), report).toEqual(OWN_ERRORS);
  const { prints, ...run } = await exampleRun();
  expect((await mustRun(python, ['example.py'], { cwd: folder, env: run.env })).stdout).toBe(prints);
});

function countsOf(errors: readonly string[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const error of errors) counts[error] = (counts[error] ?? 0) + 1;
  return counts;
}
