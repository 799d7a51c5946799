import { expect } from 'vitest';
import { scenariosOf } from '#testing/scripted-service/runtimes.ts';
import { ScriptedService } from '#testing/scripted-service/scripted-service.ts';
import { sdkEnvironment, startProgram } from './python-program.ts';

/** The clients of the package, each with the kind of its scenarios. */
export const CLIENTS = { Aid: 'python-sync', AsyncAid: 'python-async' } as const;

/**
 * Runs the scenarios with a client of the sources, and expects that each of them was run and that the client did in it
 * what it is to do.
 *
 * @param bin the folder of a Python with the dependencies of the SDK.
 */
export async function expectScenarios(bin: string, client: keyof typeof CLIENTS): Promise<void> {
  const service = await ScriptedService.start();
  try {
    const program = startProgram(bin, 'scenarios', [service.url, client], sdkEnvironment(service.url, ''));
    expect(await program.ended, program.output()).toBe(0);
    const lines = program.output().trim().split('\n');
    console.log(lines.at(-1));
    const passed = lines.flatMap((line) => /^passed (.*)$/.exec(line)?.[1] ?? []);
    expect(passed.sort()).toEqual(scenariosOf(CLIENTS[client]));
  } finally {
    await service.stop();
  }
}
