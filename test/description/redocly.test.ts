import { join } from 'node:path';
import { expect, test } from 'vitest';
import { runCommand } from '../support/tools/run-command.ts';
import { npmTools } from './support/description-tools.ts';
import { useWorkspace } from './support/workspace.ts';

const workspace = useWorkspace();

interface Report {
  totals: { errors: number; warnings: number; ignored: number };
  problems: { ruleId: string; message: string; location: { pointer?: string }[] }[];
}

test('Redocly finds no error and no warning in the description, and none is ignored', async () => {
  const config = join(import.meta.dirname, 'redocly.yaml');
  const args = ['lint', workspace.description, '--config', config, '--format', 'json', '--max-problems', '1000'];
  const { stdout, output } = await runCommand(join(await npmTools(), 'redocly'), args);
  const { totals, problems } = parse(stdout, output);
  const found = problems.map(({ ruleId, message, location }) => `${ruleId} ${location[0]?.pointer}: ${message}`);
  expect(found).toEqual([]);
  expect(totals).toEqual({ errors: 0, warnings: 0, ignored: 0 });
});

function parse(stdout: string, output: string): Report {
  try {
    return JSON.parse(stdout);
  } catch {
    throw new Error(`Redocly wrote no report:\n${output}`);
  }
}
