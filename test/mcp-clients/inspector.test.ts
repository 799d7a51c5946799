import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, test } from 'vitest';
import { installNpm } from '../description/support/install-tools.ts';
import { expectEveryArgument } from '../support/mcp-calls/every-argument.ts';
import { inspectorClient } from './support/inspector-client.ts';
import { serverFor } from './support/servers.ts';

const folder = mkdtempSync(join(tmpdir(), 'aid-mcp-inspector-'));
let bin: string;

beforeAll(async () => {
  const tools = process.env.AID_TOOLS_DIR ?? folder;
  bin = await installNpm(join(tools, 'mcp-inspector'), join(import.meta.dirname, 'pins', 'inspector'));
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

// Both ways to give arguments and both eras of the protocol are tried once.
const CASES = [
  { way: 'http', form: '--tool-arg', era: 'modern' },
  { way: 'stdio', form: '--tool-args-json', era: 'legacy' },
] as const;

test.concurrent.each(CASES)(
  'The command line of the inspector calls every tool with every argument over $way, given by $form',
  async ({ way, form, era }) => {
    const home = join(folder, way);
    await expectEveryArgument(way, async (world) => inspectorClient(serverFor(world), { bin, home, form, era }));
  },
);
