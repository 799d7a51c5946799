import { expect, test } from 'vitest';
import { mustRun } from '../support/tools/run-command.ts';
import { GO_SDK, installStaticcheck } from './support/go-module.ts';

test('staticcheck, with all of its checks, finds nothing in the Go SDK', async () => {
  const staticcheck = await installStaticcheck();
  for (const tags of ['', 'stack']) {
    const args = ['-checks', 'all', '-tags', tags, './...'];
    expect((await mustRun(staticcheck, args, { cwd: GO_SDK })).output).toBe('');
  }
});
