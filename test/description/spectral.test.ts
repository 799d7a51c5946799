import { join } from 'node:path';
import { expect, inject, test } from 'vitest';
import { runCommand } from './support/run-command.ts';

test('Spectral reports nothing about the description, not even a hint', async () => {
  const ruleset = join(import.meta.dirname, 'spectral.yaml');
  // Quiet, because otherwise a sentence follows an empty report.
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
    throw new Error(`Spectral wrote no report:\n${output}`);
  }
}
