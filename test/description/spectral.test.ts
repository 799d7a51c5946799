import { join } from 'node:path';
import { expect, inject, test } from 'vitest';
import { runCommand } from './support/run-command.ts';

test('Spectral finds nothing to say about the description, not even a hint', async () => {
  const ruleset = join(import.meta.dirname, 'spectral.yaml');
  // Quiet, or a sentence follows the report where nothing is found.
  const args = [
    'lint',
    inject('description'),
    '--ruleset',
    ruleset,
    '--format',
    'json',
    '--fail-severity',
    'hint',
    '--quiet',
  ];
  const { code, stdout, output } = await runCommand(join(inject('tools').npm, 'spectral'), args);
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
    throw new Error(`Spectral gave no report:\n${output}`);
  }
}
