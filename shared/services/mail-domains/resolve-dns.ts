import { Resolver } from 'node:dns/promises';
import type { RecordType } from '#shared/domain/mail/dns-records.ts';
import { readEnv } from '#shared/runtime/env.ts';

/** The result of a DNS query. `unknown`: DNS did not respond, or failed. */
export type DnsResult = { kind: 'found'; values: string[] } | { kind: 'absent' } | { kind: 'unknown' };

/** Milliseconds for one try and for all tries together. An HTTP request waits for the result. */
const TRY_MS = 2000;
const MAX_TRIES = 2;
const DEADLINE_MS = 4500;

/** Error codes that say for certain that there is no such record. They are error codes of `node:dns`. */
const ABSENT = new Set(['ENOTFOUND', 'ENODATA']);

const RESOLVERS: Record<RecordType, (resolver: Resolver, name: string) => Promise<string[]>> = {
  CNAME: (resolver, name) => resolver.resolveCname(name),
  MX: async (resolver, name) => (await resolver.resolveMx(name)).map(({ exchange }) => exchange),
  // One text may be split into several strings (RFC 7208, section 3.3).
  TXT: async (resolver, name) => (await resolver.resolveTxt(name)).map((strings) => strings.join('')),
};

/** Queries DNS without a cache of its own, because the owner may just have changed the records. Never throws. */
export async function resolveDns(type: RecordType, name: string): Promise<DnsResult> {
  const resolver = new Resolver({ timeout: TRY_MS, tries: MAX_TRIES, maxTimeout: TRY_MS });
  const { DNS_SERVER } = readEnv('DNS_SERVER');
  if (DNS_SERVER !== undefined) resolver.setServers([DNS_SERVER]);
  const deadline = setTimeout(() => resolver.cancel(), DEADLINE_MS);
  try {
    const values = await RESOLVERS[type](resolver, name);
    return values.length === 0 ? { kind: 'absent' } : { kind: 'found', values };
  } catch (error) {
    return ABSENT.has((error as NodeJS.ErrnoException).code ?? '') ? { kind: 'absent' } : { kind: 'unknown' };
  } finally {
    clearTimeout(deadline);
  }
}
