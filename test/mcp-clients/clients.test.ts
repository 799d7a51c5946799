import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { BRIDGED_CLIENTS } from '../support/bridged-clients.ts';
import { EVERY_COMMAND, EVERY_TOOLSET, expectEveryArgument } from '../support/mcp-calls/every-argument.ts';
import { MCP_CLIENTS } from '../support/mcp-clients.ts';
import { inspectorClient } from './support/inspector-client.ts';
import { type InstalledClients, installClients } from './support/install-clients.ts';
import { pythonClient } from './support/python-client.ts';
import { serverFor } from './support/servers.ts';

const folder = mkdtempSync(join(tmpdir(), 'aid-mcp-clients-'));
let installed: InstalledClients;

beforeAll(async () => {
  installed = await installClients(process.env.AID_TOOLS_DIR ?? folder);
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

// Both ways to give arguments and both eras of the protocol are tried once.
const INSPECTED = [
  { way: 'http', form: '--tool-arg', era: 'modern' },
  { way: 'stdio', form: '--tool-args-json', era: 'legacy' },
] as const;

test.concurrent.each(INSPECTED)(
  'The command line of the inspector calls every tool with every argument over $way, given by $form',
  async ({ way, form, era }) => {
    const [bin, home] = [installed.inspector, join(folder, way)];
    await expectEveryArgument(way, async (world) => inspectorClient(serverFor(world), { bin, home, form, era }));
  },
);

const GENERATIONS = [
  { generation: 'first', revision: '2025-11-25' },
  { generation: 'second', revision: '2026-07-28' },
] as const;

const IN_PYTHON = GENERATIONS.flatMap((one) => (['http', 'stdio'] as const).map((way) => ({ ...one, way })));

test.concurrent.for(IN_PYTHON)(
  'The $generation client for Python calls every tool with every argument over $way',
  async ({ generation, revision, way }, { onTestFinished }) => {
    await expectEveryArgument(way, async (world) => {
      const python = installed.python[generation];
      const connected = await pythonClient(python, `${generation}_client`, serverFor(world));
      onTestFinished(connected.close);
      expect(connected.revision).toBe(revision);
      return connected.client;
    });
  },
);

// The other two ways of these clients are in test/flow/mcp-every-argument.test.ts.
test('The first client for TypeScript calls every tool with every argument over http', async () => {
  const connect = MCP_CLIENTS['the first client'];
  await expectEveryArgument('http', ({ agent }) => connect({ key: agent.key, query: EVERY_TOOLSET }));
});

test('The second client for TypeScript calls every tool with every argument over stdio', async () => {
  const connect = BRIDGED_CLIENTS['the second client'];
  await expectEveryArgument('stdio', ({ agent, folder }) => connect({ key: agent.key, args: EVERY_COMMAND, folder }));
});
