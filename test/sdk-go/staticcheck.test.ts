import { expect, test } from 'vitest';
import { mustRun } from '../support/tools/run-command.ts';
import { GO_OTEL, GO_SDK, installStaticcheck } from './support/go-module.ts';

test.each([
  ['Go SDK', GO_SDK],
  ['module for OpenTelemetry', GO_OTEL],
])('staticcheck, with all of its checks, finds nothing in the %s', async (_name, module) => {
  const staticcheck = await installStaticcheck();
  for (const tags of ['', 'stack']) {
    const args = ['-checks', 'all', '-tags', tags, './...'];
    expect((await mustRun(staticcheck, args, { cwd: module })).output).toBe('');
  }
});
