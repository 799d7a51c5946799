import { expect, test } from 'vitest';
import { ScriptedService } from '#testing/scripted-service/scripted-service.ts';
import { sdkEnvironment, startProgram } from './support/python-program.ts';
import { useSdk } from './support/use-sdk.ts';

const sdk = useSdk();

test.each(['Aid', 'AsyncAid'])('%s of the Python SDK does in every scenario what each SDK is to do', async (client) => {
  const service = await ScriptedService.start();
  try {
    const program = startProgram(sdk.bin, 'scenarios', [service.url, client], sdkEnvironment(service.url, ''));
    expect(await program.ended, program.output()).toBe(0);
    console.log(program.output().trim());
  } finally {
    await service.stop();
  }
});
