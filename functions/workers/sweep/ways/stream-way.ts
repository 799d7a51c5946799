import { callApi } from './request.ts';
import { withSocket } from './socket.ts';

/**
 * Opens an event stream and waits for its first message, which is sent by a job of a queue as the events are.
 *
 * See: docs/contract/event-streams.md.
 */
export async function tryStream(now: number, signal: AbortSignal): Promise<void> {
  const sent = { method: 'POST', body: {} } as const;
  const { connect_url: url } = await callApi<{ connect_url: string }>('/v1/events/streams', now, signal, sent);
  await withSocket(url, [], signal, async (socket) => {
    const { type } = await socket.next();
    if (type !== 'ready') throw new Error(`the first message of the stream is ${type}`);
  });
}
