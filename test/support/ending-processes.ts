import { AsyncLocalStorage } from 'node:async_hooks';
import { randomUUID } from 'node:crypto';
import { DeleteCommand, PutCommand, TransactWriteCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll } from 'vitest';
import type { Table } from '#shared/data/table-client.ts';

/**
 * What happens to a process at one of its effects: a write to the table, or the call of a provider.
 * - `before`: the process ends, and the effect never happens;
 * - `after`: the effect happens, and the process ends before it knows so;
 * - `again`: the response is lost. The client of the table sends the same request again, with the same token; that of a
 *   provider gets an error.
 */
export interface Cut {
  /** 0 for the first effect. */
  readonly at: number;
  readonly how: 'before' | 'after' | 'again';
}

interface Process {
  readonly cut: Cut | undefined;
  effects: number;
  isOver: boolean;
}

/** What a process did: its result, or nothing if it has ended. `isCut`: whether the effect of the cut was reached. */
export type Ran<T> = { readonly isCut: boolean } & (
  | { readonly hasEnded: true }
  | { readonly hasEnded: false; readonly result: T }
);

const processes = new AsyncLocalStorage<Process>();

class ProcessEnded extends Error {}

/** Runs in a process of its own, which may end. After its end none of its code changes anything. */
export async function inProcess<T>(cut: Cut | undefined, run: () => Promise<T>): Promise<Ran<T>> {
  const process: Process = { cut, effects: 0, isOver: false };
  const isCut = () => cut !== undefined && process.effects > cut.at;
  try {
    const result = await processes.run(process, run);
    return process.isOver ? { isCut: true, hasEnded: true } : { isCut: isCut(), hasEnded: false, result };
  } catch (error) {
    if (process.isOver) return { isCut: true, hasEnded: true };
    throw error;
  }
}

/** The call of a provider as an effect of its process. A lost response is an error for the caller. */
export async function asEffect<T>(act: () => T): Promise<T> {
  return effect(
    async () => act(),
    async () => {
      act();
      throw new Error('socket hang up');
    },
  );
}

async function effect<T>(act: () => Promise<T>, loseResponse: () => Promise<T>): Promise<T> {
  const process = processes.getStore();
  if (process === undefined) return act();
  if (process.isOver) throw new ProcessEnded('the process has ended');
  const { cut } = process;
  const index = process.effects++;
  if (index !== cut?.at) return act();
  if (cut.how === 'again') return loseResponse();
  process.isOver = true;
  if (cut.how === 'after') await act();
  throw new ProcessEnded('the process has ended');
}

const WRITES = [TransactWriteCommand, UpdateCommand, PutCommand, DeleteCommand];

/** Makes every write of the tables an effect of its process, for the tests of a file. */
export function useEndingProcesses(tables: () => readonly Table[]): void {
  const clients: Table['client'][] = [];
  beforeAll(() => {
    for (const { client } of tables()) {
      const send = client.send.bind(client) as (command: object, options?: object) => Promise<unknown>;
      const intercepted = (command: object, options?: object): Promise<unknown> => {
        if (processes.getStore()?.isOver === true) return Promise.reject(new ProcessEnded('the process has ended'));
        if (!WRITES.some((kind) => command instanceof kind)) return send(command, options);
        const request = withToken(command);
        const once = () => send(request, options);
        return effect(once, () => once().then(once, once));
      };
      Object.assign(client, { send: intercepted });
      clients.push(client);
    }
  });
  afterAll(() => {
    for (const client of clients) Reflect.deleteProperty(client, 'send');
  });
}

/** The SDK gives a transaction a token before it sends it for the first time, and keeps it. */
function withToken(command: object): object {
  if (!(command instanceof TransactWriteCommand)) return command;
  return new TransactWriteCommand({ ...command.input, ClientRequestToken: randomUUID() });
}
