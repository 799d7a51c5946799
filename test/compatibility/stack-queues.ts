import { expect } from 'vitest';
import { eventually } from '../support/eventually.ts';
import { send } from './writer/state-client.ts';

/**
 * Waits until the queues of a running stack hold only these messages. With `only`: the queues with this name. The queue
 * of emails is left out: the repeated job of one that is being sent returns to it for minutes. If it failed, the log
 * says so.
 */
export async function untilHeld(url: string, expected: [name: string, count: number][], only = ''): Promise<void> {
  await eventually(async () => {
    const { reply } = await send(url, { method: 'GET', path: '/_local/queues' });
    const queues = reply.queues as { name: string; ready: number; in_flight: number }[];
    const held = queues
      .map(({ name, ready, in_flight }) => [name.replace(/^aid-[a-z]+-/, ''), ready + in_flight] as const)
      .filter(([name, count]) => count > 0 && name !== 'outbound-mail' && name.startsWith(only));
    expect(held).toEqual(expected);
  });
}
