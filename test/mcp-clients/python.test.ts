import { expect, test } from 'vitest';
import { testSize } from '#testing/test-size.ts';
import { expectEveryArgument } from '../support/mcp-calls/every-argument.ts';
import { installPythonClient } from './support/install-clients.ts';
import { pythonClient } from './support/python-client.ts';
import { serverFor } from './support/servers.ts';

const REVISIONS = { first: '2025-11-25', second: '2026-07-28' } as const;

/** Both generations of the client and both ways are tried before a merge, and each with each before a release. */
const TRIED = [
  { generation: 'first', way: 'http' },
  { generation: 'second', way: 'stdio' },
] as const;

const OTHERS = [
  { generation: 'first', way: 'stdio' },
  { generation: 'second', way: 'http' },
] as const;

test.concurrent.for([...TRIED, ...(testSize() === 'full' ? OTHERS : [])])(
  'The $generation client for Python calls every tool with every argument over $way',
  async ({ generation, way }, { onTestFinished }) => {
    const python = await installPythonClient(generation);
    await expectEveryArgument(way, async (world) => {
      const connected = await pythonClient(python, `${generation}_client`, serverFor(world));
      onTestFinished(connected.close);
      expect(connected.revision).toBe(REVISIONS[generation]);
      return connected.client;
    });
  },
);
