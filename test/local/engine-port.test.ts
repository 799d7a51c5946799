import { once } from 'node:events';
import { createServer } from 'node:net';
import { expect, test, vi } from 'vitest';
import { startDynamoDb } from '#local/engines/dynamodb-engine.ts';
import * as ports from '#local/http/free-port.ts';
import { withTemporaryFolder } from '#testing/temporary-folder.ts';

vi.mock(import('#local/http/free-port.ts'), { spy: true });

test('The engine takes another port when a program has taken the one that was free a moment before', async () => {
  const other = createServer().listen(0, '0.0.0.0');
  await once(other, 'listening');
  const address = other.address();
  const taken = typeof address === 'object' && address !== null ? address.port : 0;
  vi.mocked(ports.freePort).mockResolvedValueOnce(taken);
  try {
    await withTemporaryFolder(async (dir) => {
      const engine = await startDynamoDb(dir, undefined);
      try {
        expect(new URL(engine.endpoint).port).not.toBe(String(taken));
        await engine.client.call('ListTables', {});
      } finally {
        await engine.stop();
      }
    });
  } finally {
    other.close();
  }
  expect(ports.freePort).toHaveBeenCalledTimes(2);
});
