import type { Table } from '#shared/data/table-client.ts';
import { requestBytes } from '#shared/domain/delivery/delivery-limits.ts';
import { AppError } from '#shared/domain/errors/errors.ts';
import { DEFAULT_WAIT_TIMEOUT_MS, MAX_WAIT_TIMEOUT_MS } from '#shared/domain/limits/limits.ts';
import { logger } from '../log.ts';
import { consumeWait } from './consume-wait.ts';
import type { Settings } from './context.ts';
import type { HttpRequest } from './http.ts';
import type { Operation } from './operation.ts';
import { consumeRateLimit } from './rate-limits.ts';

/** Gives back at the end of a request what it took at its beginning. Never throws: the response is there already. */
export type Release = (now: number) => Promise<void>;

interface BudgetedRequest {
  readonly operation: Operation;
  readonly request: HttpRequest;
  readonly caller: { readonly organizationId: string; readonly settings: Settings };
}

/** Counts a request against the rate limit of its organization, and a wait against the number of its waits. */
export async function consumeOrganizationBudget(
  table: Table,
  { operation, request, caller: { organizationId, settings } }: BudgetedRequest,
  now: number,
  headers: Record<string, string>,
): Promise<Release | undefined> {
  const { route } = operation;
  const protocol = operation.kind === 'protocol' ? operation : undefined;
  const amount = protocol?.countRequests?.(request) ?? 1;
  const unit = 'requests per minute for one organization';
  const limit = settings.limits.orgRequestsPerMinute;
  const budget = { key: organizationId, limit, unit, amount, receivedBytes: sizeOf(request) };
  const timeoutMs = route.countsAsWait ? requestedTimeout(request) : 0;
  if (timeoutMs === 0) {
    await consumeRateLimit(table, budget, now, headers).catch((error: unknown) => {
      const isExceeded = error instanceof AppError && error.code === 'rate_limit.exceeded';
      if (!isExceeded || protocol?.isServedBeyondLimit?.(request) !== true) throw error;
    });
    return undefined;
  }
  const release = await consumeWait(table, budget, { settings, address: request.address, timeoutMs }, now, headers);
  return (end) =>
    release(end).catch((error: unknown) => {
      // The slot ends at its time.
      logger.warn('slot of a wait not freed', { error: error as Error });
    });
}

/** The bytes of a request, which an unverified organization may send some of in deliveries. */
function sizeOf({ method, path, query, headers, body }: HttpRequest): number {
  const line = `${method} ${path}?${Object.entries(query).flat(2).join('&')} HTTP/1.1\r\n\r\n`;
  return requestBytes({ line, headers, body: body === null ? 0 : Buffer.byteLength(body) });
}

/** How long a wait asks to last. It is not parsed yet: of an invalid time, which is refused later, any will do. */
function requestedTimeout({ query }: HttpRequest): number {
  const requested = Number(query.timeout_ms?.[0] ?? DEFAULT_WAIT_TIMEOUT_MS);
  return Math.min(MAX_WAIT_TIMEOUT_MS, Math.max(0, Math.floor(requested) || 0));
}
