import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { installNpm, installPython } from '../description/support/install-tools.ts';
import { expectEveryArgument } from '../support/mcp-calls/every-argument.ts';
import { inspectorClient } from './support/inspector-client.ts';
import { pythonClient } from './support/python-client.ts';
import { serverFor } from './support/servers.ts';

const PINS = join(import.meta.dirname, 'pins');

const folder = mkdtempSync(join(tmpdir(), 'aid-mcp-clients-'));
/** The folders of the commands that were installed, by the folder of their pins. */
const bins = new Map<string, string>();

beforeAll(async () => {
  const tools = process.env.AID_TOOLS_DIR ?? folder;
  const install = async (pins: string, by: typeof installNpm) => {
    bins.set(pins, await by(join(tools, `mcp-${pins}`), join(PINS, pins)));
  };
  await Promise.all([
    install('first', installPython),
    install('second', installPython),
    install('inspector', installNpm),
  ]);
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
    const [bin = '', home] = [bins.get('inspector'), join(folder, way)];
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
      const python = join(bins.get(generation) ?? '', 'python');
      const connected = await pythonClient(python, `${generation}_client`, serverFor(world));
      onTestFinished(connected.close);
      expect(connected.revision).toBe(revision);
      return connected.client;
    });
  },
);
