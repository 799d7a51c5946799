import { DEFAULT_LIMITS, type Limits, LOCAL_LIMITS } from '#shared/domain/limits/limits.ts';

/**
 * The limits of a stage on AWS for what strangers may use, which the local profile raises, and rates of requests that
 * no attack of a benchmark reaches.
 */
export function strangerLimits(raised: Partial<Limits> = {}): string {
  const names = Object.keys(LOCAL_LIMITS) as (keyof typeof LOCAL_LIMITS)[];
  return JSON.stringify({
    ...Object.fromEntries(names.map((name) => [name, DEFAULT_LIMITS[name]])),
    orgRequestsPerMinute: 1_000_000,
    ipRequestsPerMinute: 1_000_000,
    failedAuthenticationsPerMinute: 1_000_000,
    ...raised,
  });
}
