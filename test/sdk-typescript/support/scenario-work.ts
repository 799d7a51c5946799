import type { Aid, TaskHandler, WorkOptions } from '#clients/typescript/src/index.ts';
import type { ScenarioCall } from './scenario.ts';

/** Works until the handler of a scenario has run as often as it is to, or the signal aborts. */
export async function workUntilDone(
  aid: Aid,
  { params = {}, take, handler = {} }: ScenarioCall,
  signal: AbortSignal | undefined,
): Promise<object> {
  const { updates, asks, lasts_ms: lastsMs, returns } = handler;
  const seen = { handled: 0, lost: 0, errors: [] as string[] };
  const ending = new AbortController();
  signal?.addEventListener('abort', () => ending.abort());
  const handle: TaskHandler = async (_task, context) => {
    seen.handled += 1;
    try {
      if (updates !== undefined) await context.update(updates);
      if (asks !== undefined) await context.ask(asks);
      if (lastsMs !== undefined) await lasted(lastsMs, context.signal);
      return returns;
    } catch (error) {
      seen.lost += 1;
      throw error;
    } finally {
      if (seen.handled >= Number(take)) ending.abort();
    }
  };
  const options: WorkOptions = {
    signal: ending.signal,
    onError: (error) => seen.errors.push((error as Error).message),
    ...('lease_ms' in params && { leaseMs: params.lease_ms as number }),
  };
  await aid.tasks.work(handle, options);
  return seen;
}

/** Waits. Throws when the signal aborts. */
function lasted(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      reject(signal.reason);
    });
  });
}
