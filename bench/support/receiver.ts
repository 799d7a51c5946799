import { type ChildProcess, fork } from 'node:child_process';
import { join } from 'node:path';
import { until } from './until.ts';

/** A request that the webhook receiver got. */
export interface Arrival {
  readonly path: string;
  readonly eventId: string;
  /** The subject of the mail in the event. */
  readonly subject: string;
  /** When the head of the request had arrived, in epoch milliseconds with a fraction. */
  readonly at: number;
}

export type ToReceiver = 'count' | 'take';
export type FromReceiver = { port: number } | { count: number } | { arrivals: Arrival[] };

/** A webhook receiver in a separate process, so that neither the stack nor the benchmark delays its clock. */
export interface Receiver {
  /** A URL that responds 204 immediately. */
  ok(name: string | number): string;
  /** A URL that responds 204 after some milliseconds. */
  after(ms: number, name: string | number): string;
  /** A URL that accepts the request and never responds. */
  never(name: string | number): string;
  untilArrived(count: number, withinMs?: number): Promise<void>;
  /** Returns and forgets the requests that arrived since the last call. */
  take(): Promise<Arrival[]>;
}

export async function withReceiver<T>(work: (receiver: Receiver) => Promise<T>): Promise<T> {
  const child = fork(join(import.meta.dirname, 'receiver-main.ts'), { execArgv: [] });
  try {
    const { port } = await nextMessage<{ port: number }>(child);
    const ask = <A extends FromReceiver>(message: ToReceiver): Promise<A> => {
      const reply = nextMessage<A>(child);
      child.send(message);
      return reply;
    };
    return await work({
      ok: (name) => `http://127.0.0.1:${port}/ok/${name}`,
      after: (ms, name) => `http://127.0.0.1:${port}/after/${ms}/${name}`,
      never: (name) => `http://127.0.0.1:${port}/never/${name}`,
      untilArrived: (count, withinMs = 60_000) =>
        until(`${count} deliveries`, async () => (await ask<{ count: number }>('count')).count >= count, { withinMs }),
      take: async () => (await ask<{ arrivals: Arrival[] }>('take')).arrivals,
    });
  } finally {
    child.disconnect();
  }
}

function nextMessage<A extends FromReceiver>(child: ChildProcess): Promise<A> {
  return new Promise((resolve, reject) => {
    const gone = () => reject(new Error('the receiver exited'));
    child.once('exit', gone);
    child.once('message', (message) => {
      child.off('exit', gone);
      resolve(message as A);
    });
  });
}
