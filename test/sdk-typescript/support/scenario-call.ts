import type { Aid, CallOptions, FollowOptions, Pages } from '#clients/typescript/src/index.ts';
import type { ScenarioCall } from './scenario.ts';
import { revived } from './scenario-values.ts';
import { workUntilDone } from './scenario-work.ts';

/** What a call returned, and what ends it after its outcome was compared. */
export interface MadeCall {
  readonly value: unknown;
  readonly finish?: () => Promise<void>;
}

/** How long the log of a handler's error may take after the handler has thrown. */
const LOGGED_WITHIN_MS = 100;

type Method = (...args: unknown[]) => unknown;

/** Makes a call, and returns what it did. */
export async function makeCall(client: Aid, call: ScenarioCall): Promise<MadeCall> {
  const aid = 'identity' in call ? client.identity(revived(call.identity) as string) : client;
  const options = optionsOf(call);
  if (call.method === 'events.follow') return { value: await follow(aid, call, options.signal) };
  if (call.method === 'tunnels.serve') return serve(aid, call);
  if (call.method === 'tasks.work') return { value: await workUntilDone(aid, call, options.signal) };
  const ids = (call.ids ?? []).map(revived);
  const params = call.params === undefined ? [] : [revived(call.params) as Record<string, unknown>];
  if (call.method.startsWith('mail.waitFor') || call.method === 'approvals.wait') {
    const { timeout_ms: timeoutMs, ...others } = params[0] ?? {};
    const waitOptions = {
      ...others,
      ...(params[0] && 'timeout_ms' in params[0] && { timeoutMs }),
      signal: options.signal,
    };
    return { value: await methodOf(aid, call.method)(...ids, waitOptions) };
  }
  // A method without parameters takes the options in their place.
  const made = methodOf(aid, call.method)(...ids, ...params, ...(call.options === undefined ? [] : [options]));
  return { value: call.take === undefined ? await made : await rowsOf(made as Pages<unknown>, call.take) };
}

function methodOf(aid: Aid, name: string): Method {
  const words = name.split('.');
  const last = words.pop() as string;
  let target = aid as unknown as Record<string, unknown>;
  for (const word of words) target = target[word] as Record<string, unknown>;
  return (...args) => (target[last] as Method)(...args);
}

function optionsOf({ options = {} }: ScenarioCall): CallOptions {
  const { idempotency_key: key, timeout_ms: timeoutMs, max_retries: maxRetries, headers } = options;
  const { cancel_after_ms: cancelMs, deadline_ms: deadlineMs } = options as Record<string, number>;
  return revived({
    ...('idempotency_key' in options && { idempotencyKey: key }),
    ...('timeout_ms' in options && { timeoutMs }),
    ...('max_retries' in options && { maxRetries }),
    ...('headers' in options && { headers }),
    ...(cancelMs !== undefined && { signal: canceledAfter(cancelMs) }),
    ...(deadlineMs !== undefined && { signal: AbortSignal.timeout(deadlineMs) }),
  }) as CallOptions;
}

function canceledAfter(ms: number): AbortSignal {
  const controller = new AbortController();
  setTimeout(() => controller.abort(), ms);
  return controller.signal;
}

async function rowsOf(pages: Pages<unknown>, take: ScenarioCall['take']): Promise<unknown[]> {
  if (take === 'first_page') return [...(await pages.firstPage())];
  return pages.all(take === 'all' ? {} : { limit: take as number });
}

async function follow(aid: Aid, { params, take }: ScenarioCall, signal: AbortSignal | undefined): Promise<unknown[]> {
  const events: unknown[] = [];
  const options = { ...(revived(params ?? {}) as FollowOptions), signal };
  for await (const event of aid.events.follow(options)) if (events.push(event) >= Number(take)) break;
  return events;
}

async function serve(aid: Aid, { take, handler = {} }: ScenarioCall): Promise<MadeCall> {
  const { returns = '', throws, on_error: handlesErrors } = handler;
  const errors: string[] = [];
  let handled = 0;
  const served = await aid.tunnels.serve({
    handler: () => {
      handled += 1;
      if (throws !== undefined) throw new Error(throws);
      return new Response(returns);
    },
    ...(handlesErrors && { onError: (error: unknown) => errors.push((error as Error).message) }),
  });
  while (handled < Number(take)) await pause(10);
  await pause(LOGGED_WITHIN_MS);
  return { value: { url: served.url, handled, ...(handlesErrors && { errors }) }, finish: served.close };
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, ms);
  });
}
