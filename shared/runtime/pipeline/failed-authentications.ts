import { certainlyExceeds } from '#shared/data/direct-writes/known-counts.ts';
import { consumeToken } from '#shared/data/direct-writes/rate-limit.ts';
import { rateKey } from '#shared/data/entities/stage/rate-limit.ts';
import type { Table } from '#shared/data/table-client.ts';
import { AppError } from '#shared/domain/errors/errors.ts';
import { failedAuthenticationsMessage } from '#shared/domain/limits/limit-messages.ts';
import type { Limits } from '#shared/domain/limits/limits.ts';
import { hashApiKey } from '#shared/domain/organization/api-key.ts';
import { MINUTE, secondsUntil, windowEnd } from '#shared/domain/time/time.ts';
import { logger } from '../log.ts';
import type { Actor } from './actor.ts';
import { authenticateWhile, type ReadMeanwhile } from './authenticate.ts';
import type { HttpRequest } from './http.ts';
import { rateLimitKeyForIp } from './rate-limits.ts';
import type { Presented } from './scoped-grant.ts';

/** The maximum number of failed credentials that a process remembers. */
const MAX_FAILED_CREDENTIALS = 10_000;

/** The hashes of credentials that have failed, with the time until which each is remembered. */
const failedUntil = new Map<string, number>();

/**
 * Authenticates a request that needs a key. A credential that fails counts against the budget of its network address;
 * beyond it, the response is 429 instead of 401. A valid key is served all the same, because many callers may share an
 * address. A request without a credential costs nothing and does not count.
 *
 * Beyond the budget, a failure costs no write, and one with a credential that has failed before costs no read either. A
 * credential never becomes valid after it has failed: keys are random, and revocation and expiry are final.
 *
 * `readMeanwhile` is called as soon as the credential is found.
 *
 * See: docs/contract/limits.md#requests; docs/decisions/0029-floods.md.
 */
export async function authenticateRequest<T>(
  table: Table,
  { headers: { authorization }, address }: Pick<HttpRequest, 'headers' | 'address'>,
  { failedAuthenticationsPerMinute: limit }: Limits,
  presented: Presented,
  readMeanwhile: ReadMeanwhile<T>,
): Promise<{ actor: Actor; read: T }> {
  const { now } = presented;
  if (authorization === undefined) return authenticateWhile(table, authorization, presented, readMeanwhile);
  const subject = subjectOf(address);
  const credential = hashApiKey(authorization);
  const hasFailed = (failedUntil.get(credential) ?? 0) > now;
  if (hasFailed && certainlyExceeds(table, rateKey(subject, now, MINUTE), 1, limit)) throw exceeded(limit, now);
  try {
    return await authenticateWhile(table, authorization, presented, readMeanwhile);
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'auth.unauthorized') throw error;
    rememberFailed(credential, windowEnd(now, MINUTE));
    throw (await countFailure(table, subject, limit, now)) ? error : exceeded(limit, now);
  }
}

/**
 * Counts a credential that has failed outside of the header `authorization`: a code, a refresh token. Throws 429 beyond
 * the budget of its network address, which is the same.
 */
export async function countFailedCredential(
  table: Table,
  address: string,
  { failedAuthenticationsPerMinute: limit }: Limits,
  now: number,
): Promise<void> {
  if (!(await countFailure(table, subjectOf(address), limit, now))) throw exceeded(limit, now);
}

function subjectOf(address: string): string {
  return `failed-auth#${rateLimitKeyForIp(address)}`;
}

/** Counts a failure. Returns false beyond the budget. A failure that cannot be counted keeps its 401. */
async function countFailure(table: Table, subject: string, limit: number, now: number): Promise<boolean> {
  try {
    return (await consumeToken(table, subject, limit, now)).allowed;
  } catch (error) {
    logger.warn('failed authentication not counted', { error: error as Error });
    return true;
  }
}

function rememberFailed(credential: string, until: number): void {
  if (failedUntil.size >= MAX_FAILED_CREDENTIALS) failedUntil.clear();
  failedUntil.set(credential, until);
}

function exceeded(limit: number, now: number): AppError {
  const resetsAt = windowEnd(now, MINUTE);
  return new AppError('rate_limit.exceeded', failedAuthenticationsMessage(limit, resetsAt), {
    retryAfterSeconds: secondsUntil(resetsAt, now),
  });
}
