import { Agent, request } from 'undici';
import type { AttemptOutcome } from '#shared/domain/delivery/delivery.ts';
import type { ReceiverResponse } from '#shared/domain/delivery/receiver-response.ts';
import { parseRetryAfter } from '#shared/domain/delivery/retry-schedule.ts';
import { hostLiteral, isAllowedAddress, type ReceiverPolicy } from '#shared/domain/http/url-safety.ts';
import { guardedLookup, pinnedLookup, RefusedAddress } from '#shared/runtime/guarded-lookup.ts';
import { readResponse } from './read-response.ts';

/** How long an idle connection is kept. Many receivers close theirs after five seconds. */
const KEEP_ALIVE_MS = 4_000;

interface Pool {
  readonly agent: Agent;
  usedAt: number;
}

const pools = new Map<boolean, Pool>();

/**
 * One connection pool per policy. Every connect resolves the host name again and filters the addresses.
 *
 * Lambda freezes the function between two batches, and its timers with it: after the freeze the pool still holds
 * connections that their receivers closed long ago, and the first request on one would fail. So a pool that was not
 * used for longer than it keeps connections is replaced; requests that it still has come to their end.
 */
function poolFor(policy: ReceiverPolicy): Pool {
  const now = Date.now();
  const known = pools.get(policy.allowLoopback);
  if (known !== undefined && now - known.usedAt < KEEP_ALIVE_MS) {
    known.usedAt = now;
    return known;
  }
  void known?.agent.close();
  const agent = new Agent({ connect: { lookup: guardedLookup(policy) }, keepAliveTimeout: KEEP_ALIVE_MS });
  const pool = { agent, usedAt: now };
  pools.set(policy.allowLoopback, pool);
  return pool;
}

/** How an attempt ended, and what its receiver has responded, if it has. */
interface Posted {
  readonly outcome: AttemptOutcome;
  readonly response?: ReceiverResponse;
}

/**
 * Makes one POST without redirects. One timeout covers DNS, connect, request and response; the read of the body is
 * limited in size and time. With `address` it connects to that address only, on a connection of its own.
 *
 * See: docs/contract/webhooks.md#verifying-deliveries; docs/contract/webhooks.md#attempts.
 */
export async function post(
  url: string,
  headers: Record<string, string>,
  body: string,
  { timeoutMs, policy, address }: { timeoutMs: number; policy: ReceiverPolicy; address?: string | undefined },
): Promise<Posted> {
  const started = performance.now();
  const durationMs = () => Math.round(performance.now() - started);
  const signal = AbortSignal.timeout(timeoutMs);
  let own: Agent | undefined;
  try {
    // An IP address is not looked up, so it is checked here.
    const literal = hostLiteral(new URL(url).hostname);
    if (literal !== undefined && !isAllowedAddress(literal, policy)) throw new RefusedAddress();
    const pool = address === undefined ? poolFor(policy) : undefined;
    own = address === undefined ? undefined : new Agent({ connect: { lookup: pinnedLookup(address, policy) } });
    const dispatcher = own ?? (pool as Pool).agent;
    const responded = await request(url, { method: 'POST', headers, body, signal, dispatcher });
    const response = await readResponse(responded);
    if (pool !== undefined) pool.usedAt = Date.now();
    return { outcome: outcomeOf(responded, durationMs()), response };
  } catch (error) {
    const timedOut = signal.aborted;
    const why = timedOut ? `timed out after ${timeoutMs / 1000} s` : describe(error);
    return { outcome: { ok: false, responseStatus: null, durationMs: durationMs(), error: why } };
  } finally {
    void own?.destroy();
  }
}

/** The outcome of an attempt that got a response: its status alone decides. */
function outcomeOf(
  { statusCode, headers }: { statusCode: number; headers: Readonly<Record<string, string | string[] | undefined>> },
  durationMs: number,
): AttemptOutcome {
  if (statusCode >= 200 && statusCode < 300) return { ok: true, responseStatus: statusCode, durationMs };
  const retryAfter = headers['retry-after'];
  return {
    ok: false,
    responseStatus: statusCode,
    durationMs,
    error: `HTTP ${statusCode}`,
    retryAfterSeconds: parseRetryAfter(Array.isArray(retryAfter) ? retryAfter[0] : retryAfter, Date.now()),
  };
}

/** The error for the owner of the endpoint, without details of our network. */
function describe(error: unknown): string {
  if (error instanceof RefusedAddress) return 'the address is not public';
  if (!(error instanceof Error)) return 'network error';
  const nested = error instanceof AggregateError ? error.errors[0] : error.cause;
  if (nested instanceof RefusedAddress) return 'the address is not public';
  const code = (error as NodeJS.ErrnoException).code ?? (nested as NodeJS.ErrnoException | undefined)?.code;
  return code === undefined ? `network error: ${error.name}` : `network error: ${code}`;
}
