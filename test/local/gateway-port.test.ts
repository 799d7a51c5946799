import { createServer } from 'node:net';
import { expect, test } from 'vitest';
import { startApiGateway } from '#local/gateway/api-gateway.ts';
import { listen } from '#local/http/listen.ts';

test('A gateway takes any free port if its own is in use and may change, and fails by name otherwise', async () => {
  const other = createServer();
  const port = await listen(other, 0);
  const options = { port, what: 'tunnels', variable: 'AID_TUNNEL_PORT' };
  try {
    await expect(startApiGateway(options)).rejects.toThrow(`port ${port} is in use (AID_TUNNEL_PORT names another)`);
    const gateway = await startApiGateway({ ...options, mayChange: true });
    expect(gateway.port).not.toBe(port);
    expect((await fetch(`http://127.0.0.1:${gateway.port}/`)).status).toBe(503);
    await gateway.close();
  } finally {
    other.close();
  }
});
