import { randomUUID } from 'node:crypto';
import { ownApiKey } from './own-api-key.ts';
import { callApi, fetchText } from './request.ts';
import { type Socket, withSocket } from './socket.ts';

interface Tunnel {
  readonly connect_url: string;
  readonly public_url: string;
}

/** The tunnel of the heartbeat. It stays: a new one for each try would leave its rows behind for a month. */
let known: Tunnel | undefined;

/**
 * Requests the public address of a tunnel, and serves the request as the client of the tunnel.
 *
 * See: docs/contract/tunnels.md.
 */
export async function tryTunnel(now: number, signal: AbortSignal): Promise<void> {
  const tunnel = await ownTunnel(now, signal);
  const protocols = ['aid.tunnel.v1', `bearer.${await ownApiKey(now, signal)}`];
  const text = randomUUID();
  try {
    await withSocket(tunnel.connect_url, protocols, signal, async (socket) => {
      const [response] = await Promise.all([
        fetchText(`${tunnel.public_url}heartbeat`, { signal }),
        serveOne(socket, text),
      ]);
      if (response !== text) throw new Error('the response is not that of the client of the tunnel');
    });
  } catch (error) {
    // It may have been deleted by hand, or be of a table that was replaced.
    known = undefined;
    throw error;
  }
}

async function ownTunnel(now: number, signal: AbortSignal): Promise<Tunnel> {
  if (known !== undefined) return known;
  const { tunnels } = await callApi<{ tunnels: readonly Tunnel[] }>('/v1/tunnels', now, signal);
  const sent = { method: 'POST', body: { name: 'heartbeat' } } as const;
  known = tunnels[0] ?? (await callApi<Tunnel>('/v1/tunnels', now, signal, sent));
  return known;
}

async function serveOne(socket: Socket, text: string): Promise<void> {
  for (;;) {
    const { type, id } = await socket.next();
    if (type !== 'request') continue;
    socket.send({ type: 'response', id, status: 200, headers: [], body: Buffer.from(text).toString('base64') });
    return;
  }
}
