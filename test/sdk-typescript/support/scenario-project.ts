import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';
import { expect } from 'vitest';
import { type Runtime, type RuntimeKind, SEND_AGAIN, scenariosOf } from '#testing/scripted-service/runtimes.ts';
import { ScriptedService } from '#testing/scripted-service/scripted-service.ts';
import { mustRun } from '../../support/tools/run-command.ts';
import type { PackedSdk } from './packed-sdk.ts';
import type { ScenarioResult } from './run-scenarios.ts';

/** The same program for every runtime of the package. It prints the version of the runtime too. */
const PROGRAM = `import * as sdk from 'aid-stack';
import { runScenarios } from './run-scenarios.mjs';
const { SCRIPTED_SERVICE: service, SCENARIO_RUNTIME: runtime } = process.env;
const { bun, deno, node } = process.versions;
const results = await runScenarios({ sdk, service, runtime });
console.log(JSON.stringify({ version: bun ?? deno ?? node, results }));
process.exit(0);
`;

/** No address or key but those of the scenarios, and no check for a newer Deno. */
const ENVIRONMENT = { AID_KEY: undefined, AID_URL: undefined, DENO_NO_UPDATE_CHECK: '1' };

/** Makes a project with the installed package and the runner of the scenarios, `run-scenarios.mjs`. */
export async function scenarioProject(sdk: PackedSdk, name: string): Promise<string> {
  const project = await sdk.emptyProject(`scenarios-${name}`, { type: 'module' });
  await build({
    entryPoints: [join(import.meta.dirname, 'run-scenarios.ts')],
    outfile: join(project, 'run-scenarios.mjs'),
    bundle: true,
    format: 'esm',
    target: 'es2022',
  });
  return project;
}

/** Runs the scenarios with the command of a runtime, which gets the name of the program as its last argument. */
export async function expectScenariosRun(
  sdk: PackedSdk,
  { id, name, kinds }: Runtime,
  [command = '', ...args]: readonly string[],
): Promise<void> {
  const project = await scenarioProject(sdk, id);
  writeFileSync(join(project, 'main.mjs'), PROGRAM);
  for (const kind of kinds) {
    const { version, results } = await withScriptedService(kind, async (service) => {
      const env = { ...ENVIRONMENT, SCRIPTED_SERVICE: service, SCENARIO_RUNTIME: kind };
      return JSON.parse((await mustRun(command, [...args, 'main.mjs'], { cwd: project, env })).stdout);
    });
    expect(name.split(' ').at(-1), 'the version of the runtime').toBe(version);
    expectScenarios(results, kind);
  }
}

/** Runs `work` with the address of a scripted service for a kind of runtime. */
export async function withScriptedService<T>(kind: RuntimeKind, work: (url: string) => Promise<T>): Promise<T> {
  const service = await ScriptedService.start({ keepsConnections: !SEND_AGAIN.includes(kind) });
  try {
    return await work(service.url);
  } finally {
    await service.stop();
  }
}

/** Expects that each scenario of a kind of runtime was run, and that the SDK did in it what it is to do. */
export function expectScenarios(results: readonly ScenarioResult[], kind: RuntimeKind): void {
  expect(results.filter(({ failures }) => failures.length > 0)).toEqual([]);
  expect(results.map(({ scenario }) => scenario).sort()).toEqual(scenariosOf(kind));
}
