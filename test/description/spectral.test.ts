import { join } from 'node:path';
import { expect, test } from 'vitest';
import { runCommand } from '../support/tools/run-command.ts';
import { npmTools } from './support/description-tools.ts';
import { useWorkspace } from './support/workspace.ts';

const workspace = useWorkspace();

test('Spectral reports nothing about the description, not even a hint', async () => {
  const ruleset = join(import.meta.dirname, 'spectral.yaml');
  // Quiet, because otherwise a sentence follows an empty report.
  const args = [
    'lint',
    workspace.description,
    '--ruleset',
    ruleset,
    '--format',
    'json',
    '--fail-severity',
    'hint',
    '--quiet',
  ];
  const { code, stdout, output } = await runCommand(join(await npmTools(), 'spectral'), args);
  const problems = parse(stdout, output).map(
    ({ code: rule, path, message }) => `${rule} ${path.join('/')}: ${message}`,
  );
  expect(problems).toEqual([]);
  expect(code, output).toBe(0);
});

function parse(stdout: string, output: string): { code: string; path: string[]; message: string }[] {
  try {
    return JSON.parse(stdout);
  } catch {
    throw new Error(`Spectral wrote no report:\n${output}`);
  }
}
