import { expect, onTestFinished } from 'vitest';
import { Aid, type TaskHandler, type WorkOptions } from '#clients/typescript/src/index.ts';
import { type Agent, sharedStack } from '#testing/fixture.ts';
import { HostileProxy, type HostileProxyOptions } from '#testing/hostile-proxy/hostile-proxy.ts';
import { seedOfRun } from '#testing/seed.ts';
import { eventually } from './eventually.ts';

/** A client of the TypeScript SDK for the shared stack, or for an address before it. */
export function aidOf({ key }: { readonly key: string }, url = sharedStack().baseUrl): Aid {
  return new Aid({ key, url });
}

/** Ends what a test has begun, when the test has finished. */
export function endingSignal(): AbortSignal {
  const ending = new AbortController();
  onTestFinished(() => ending.abort());
  return ending.signal;
}

/** A hostile network between the test and the shared stack. */
export async function hostileProxy(options: Partial<HostileProxyOptions> = {}): Promise<HostileProxy> {
  const proxy = await HostileProxy.start({ upstream: sharedStack().baseUrl, seed: seedOfRun(), ...options });
  onTestFinished(() => proxy.stop());
  return proxy;
}

interface StartOptions extends WorkOptions {
  readonly url?: string;
  /** That of the context, for a test that runs at the same time as others. */
  readonly whenFinished?: (end: () => Promise<void>) => void;
}

/** Has the tasks of an agent done until the test ends, or the returned function is called. */
export function startWork(
  agent: Agent,
  handler: TaskHandler,
  { url, whenFinished = onTestFinished, ...options }: StartOptions = {},
): () => Promise<void> {
  const ending = new AbortController();
  const done = aidOf(agent, url).tasks.work(handler, { signal: ending.signal, ...options });
  const end = () => {
    ending.abort();
    return done;
  };
  whenFinished(end);
  return end;
}

/** Waits until a task has a state, as its caller sees it. */
export async function settled(caller: Agent, id: string, state: string, timeout = 60_000): Promise<void> {
  await eventually(async () => expect(await aidOf(caller).tasks.get(id)).toMatchObject({ state }), timeout);
}
