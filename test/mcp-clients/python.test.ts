import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { installPython } from '../description/support/install-tools.ts';
import { expectEveryArgument } from '../support/mcp-calls/every-argument.ts';
import { pythonClient } from './support/python-client.ts';
import { serverFor } from './support/servers.ts';

const PINS = join(import.meta.dirname, 'pins');

const GENERATIONS = [
  { generation: 'first', revision: '2025-11-25' },
  { generation: 'second', revision: '2026-07-28' },
] as const;

const folder = mkdtempSync(join(tmpdir(), 'aid-mcp-clients-'));
const commands = new Map<string, string>();

beforeAll(async () => {
  const tools = process.env.AID_TOOLS_DIR ?? folder;
  await Promise.all(
    GENERATIONS.map(async ({ generation }) => {
      const pins = join(PINS, generation);
      commands.set(generation, await installPython(join(tools, `mcp-client-${generation}`), pins));
    }),
  );
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

const CASES = GENERATIONS.flatMap((one) => (['http', 'stdio'] as const).map((way) => ({ ...one, way })));

test.each(CASES)(
  'The $generation client for Python calls every tool with every argument over $way',
  async ({ generation, revision, way }) => {
    await expectEveryArgument(way, async (world) => {
      const python = join(commands.get(generation) ?? '', 'python');
      const connected = await pythonClient(python, `${generation}_client`, serverFor(world));
      expect(connected.revision).toBe(revision);
      return connected.client;
    });
  },
);
