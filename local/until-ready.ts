import { setTimeout as sleep } from 'node:timers/promises';
import { StartError } from './start-error.ts';

const TIMEOUT_MS = 30_000;
const PAUSE_MS = 50;

/** Waits until `url` responds with 200. */
export async function untilReady(url: string): Promise<void> {
  const deadline = Date.now() + TIMEOUT_MS;
  let last = 'no response';
  while (Date.now() < deadline) {
    try {
      const response = await fetch(url, { headers: { connection: 'close' } });
      const text = await response.text();
      if (response.status === 200) return;
      last = `${response.status} ${text.slice(0, 200)}`;
    } catch (error) {
      last = (error as Error).message;
    }
    await sleep(PAUSE_MS);
  }
  throw new StartError(`the stack did not become ready: ${last}`);
}
