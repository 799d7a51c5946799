import { join } from 'node:path';
import { beforeAll, test } from 'vitest';
import { runtimesOf } from '#testing/scripted-service/runtimes.ts';
import { installNpm } from '../support/tools/install.ts';
import { usePackedSdk } from './support/packed-sdk.ts';
import { expectScenariosRun } from './support/scenario-project.ts';

/** The scenarios of `clients/vectors`, run by the installed package on each Node that it promises. */
const sdk = usePackedSdk();
let bin: string;

beforeAll(async () => {
  bin = await installNpm('sdk-typescript', join(import.meta.dirname, 'tools'));
});

const NODES: Readonly<Record<string, () => string>> = {
  'node-22': () => join(bin, '..', 'node22', 'bin', 'node'),
  'node-24': () => process.execPath,
};

test.each(runtimesOf('test/sdk-typescript/scenarios.test.ts'))(
  'The installed package does what every scenario says, with $name',
  (runtime) => expectScenariosRun(sdk, runtime, [nodeOf(runtime.id)]),
);

function nodeOf(id: string): string {
  const node = NODES[id];
  if (node === undefined) throw new Error(`this test has no Node for ${id}`);
  return node();
}
