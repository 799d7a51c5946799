import { join } from 'node:path';
import { beforeAll, test } from 'vitest';
import { runtimesOf } from '#testing/scripted-service/runtimes.ts';
import { installNpm } from '../support/tools/install.ts';
import { commandOf } from './support/other-runtimes.ts';
import { usePackedSdk } from './support/packed-sdk.ts';
import { expectScenariosRun } from './support/scenario-project.ts';

/** The scenarios of `clients/vectors`, run by the installed package on the runtimes for servers other than Node. */
const sdk = usePackedSdk();
let bin: string;

beforeAll(async () => {
  bin = await installNpm('sdk-typescript', join(import.meta.dirname, 'tools'));
});

test.each(runtimesOf('test/sdk-typescript/scenarios-bun-deno.test.ts'))(
  'The installed package does what every scenario says, with $name',
  (runtime) => expectScenariosRun(sdk, runtime, commandOf(runtime.id, bin)),
);
