import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ScriptedService } from '#testing/scripted-service/scripted-service.ts';
import { installNpm } from '../support/tools/install.ts';
import { mustRun } from '../support/tools/run-command.ts';
import { usePackedSdk } from './support/packed-sdk.ts';

/** The scenarios of `clients/vectors`, run by the installed package on each Node that it promises. */
const sdk = usePackedSdk();
let service: ScriptedService;
let bin: string;

beforeAll(async () => {
  bin = await installNpm('sdk-typescript', join(import.meta.dirname, 'tools'));
  service = await ScriptedService.start();
});

afterAll(() => service.stop());

const PROGRAM = `import * as sdk from 'aid-stack';
import { runScenarios } from './run-scenarios.mjs';
const results = await runScenarios({ sdk, service: process.env.SCRIPTED_SERVICE, runtime: 'node' });
console.log(JSON.stringify(results));
process.exit(0);
`;

const NODES: Readonly<Record<string, () => string>> = {
  'Node 22': () => join(bin, '..', 'node22', 'bin', 'node'),
  'Node 24': () => process.execPath,
};

test.each(Object.entries(NODES))('The installed package does what every scenario says, with %s', async (name, node) => {
  const project = await sdk.emptyProject(`scenarios-${name}`, { type: 'module' });
  await build({
    entryPoints: [join(import.meta.dirname, 'support', 'run-scenarios.ts')],
    outfile: join(project, 'run-scenarios.mjs'),
    bundle: true,
    format: 'esm',
    target: 'es2022',
  });
  writeFileSync(join(project, 'main.mjs'), PROGRAM);
  const env = { SCRIPTED_SERVICE: service.url, AID_KEY: undefined, AID_URL: undefined };
  const { stdout } = await mustRun(node(), ['main.mjs'], { cwd: project, env });
  const results = JSON.parse(stdout) as { scenario: string; failures: string[] }[];
  expect(results.length).toBeGreaterThan(100);
  expect(results.filter(({ failures }) => failures.length > 0)).toEqual([]);
});
