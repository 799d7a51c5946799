import { type ChildProcess, fork } from 'node:child_process';
import { join } from 'node:path';
import { until } from './until.ts';

/** A request that a webhook receiver got. */
export interface Arrival {
  readonly path: string;
  readonly eventId: string;
  /** The subject of the mail that the event tells of. */
  readonly subject: string;
  /** When its head had come, in epoch milliseconds with a fraction. */
  readonly at: number;
}

export type ToReceiver = 'count' | 'take';
export type FromReceiver = { port: number } | { count: number } | { arrivals: Arrival[] };

/** A webhook receiver in a process of its own, so that neither the stack nor the measurement delays its clock. */
export interface Receiver {
  /** Answers 204 at once. */
  ok(name: string | number): string;
  /** Takes the request and never answers. */
  never(name: string | number): string;
  untilArrived(count: number, withinMs?: number): Promise<void>;
  /** What has arrived since the last look. */
  take(): Promise<Arrival[]>;
}

export async function withReceiver<T>(work: (receiver: Receiver) => Promise<T>): Promise<T> {
  const child = fork(join(import.meta.dirname, 'receiver-main.ts'), { execArgv: [] });
  try {
    const { port } = await answer<{ port: number }>(child);
    const ask = <A extends FromReceiver>(message: ToReceiver): Promise<A> => {
      const answered = answer<A>(child);
      child.send(message);
      return answered;
    };
    return await work({
      ok: (name) => `http://127.0.0.1:${port}/ok/${name}`,
      never: (name) => `http://127.0.0.1:${port}/never/${name}`,
      untilArrived: (count, withinMs = 60_000) =>
        until(`${count} deliveries`, async () => (await ask<{ count: number }>('count')).count >= count, { withinMs }),
      take: async () => (await ask<{ arrivals: Arrival[] }>('take')).arrivals,
    });
  } finally {
    child.disconnect();
  }
}

function answer<A extends FromReceiver>(child: ChildProcess): Promise<A> {
  return new Promise((resolve, reject) => {
    const gone = () => reject(new Error('the receiver ended'));
    child.once('exit', gone);
    child.once('message', (message) => {
      child.off('exit', gone);
      resolve(message as A);
    });
  });
}
