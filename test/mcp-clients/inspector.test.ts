import { join } from 'node:path';
import { test } from 'vitest';
import { withTemporaryFolder } from '#testing/temporary-folder.ts';
import { expectEveryArgument } from '../support/mcp-calls/every-argument.ts';
import { inspectorClient } from './support/inspector-client.ts';
import { installInspector } from './support/install-clients.ts';
import { serverFor } from './support/servers.ts';

// Both ways to give arguments and both eras of the protocol are tried once.
const INSPECTED = [
  { way: 'http', form: '--tool-arg', era: 'modern' },
  { way: 'stdio', form: '--tool-args-json', era: 'legacy' },
] as const;

test.concurrent.each(INSPECTED)(
  'The command line of the inspector calls every tool with every argument over $way, given by $form',
  ({ way, form, era }) =>
    withTemporaryFolder(async (folder) => {
      const [bin, home] = [await installInspector(), join(folder, way)];
      await expectEveryArgument(way, async (world) => inspectorClient(serverFor(world), { bin, home, form, era }));
    }),
);
