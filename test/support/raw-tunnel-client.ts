import { once } from 'node:events';
import WebSocket from 'ws';
import { eventually } from './eventually.ts';

const FRAME_BYTES = 32 * 1024;

export type RawTunnelClient = Awaited<ReturnType<typeof connectRawClient>>;

/** A connection to a tunnel without the client of this project, which can send anything. */
export async function connectRawClient(connectUrl: string, key: string) {
  const socket = new WebSocket(connectUrl, { headers: { authorization: `Bearer ${key}` } });
  const received: Record<string, unknown>[] = [];
  socket.on('message', (data) => received.push(JSON.parse(String(data))));
  socket.on('error', () => {});
  await once(socket, 'open');
  const next = (type: string) =>
    eventually(() => {
      const found = received.find((message) => message.type === type);
      if (found === undefined) throw new Error(`no message of type ${type}`);
      return found;
    });
  /** In frames that API Gateway accepts. */
  const send = (message: unknown) => {
    const text = typeof message === 'string' ? message : JSON.stringify(message);
    for (let start = 0; start < text.length; start += FRAME_BYTES) {
      const fin = start + FRAME_BYTES >= text.length;
      socket.send(text.slice(start, start + FRAME_BYTES), { fin });
    }
  };
  return { socket, received, next, send, closed: once(socket, 'close') };
}
