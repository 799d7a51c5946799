import type { Domain } from '#shared/data/entities/mail/domain.ts';
import { dnsRecordsOf, recordKey } from '#shared/domain/mail/dns-records.ts';
import { timestamp, timestampOrNull } from '#shared/domain/time/time.ts';
import { readEnv } from '#shared/runtime/env.ts';

/**
 * A domain in the form of the API. See: docs/contract/domains.md#domain-record;
 * docs/decisions/0008-domain-ownership.md (`is_default`).
 */
export function domainRecord(domain: Domain) {
  const published = new Set(domain.published);
  return {
    id: domain.id,
    domain: domain.domain,
    status: domain.status,
    // The default domain is the stage's, which is on no organization's list.
    is_default: false,
    records: dnsRecordsOf(domain, readEnv('AWS_REGION').AWS_REGION).map((record) => ({
      purpose: record.purpose,
      type: record.type,
      name: record.name,
      value: record.value,
      priority: record.priority,
      status: published.has(recordKey(record)) ? ('valid' as const) : ('missing' as const),
    })),
    verified_at: timestampOrNull(domain.verifiedAt),
    last_checked_at: timestampOrNull(domain.lastCheckedAt),
    created_at: timestamp(domain.createdAt),
    updated_at: timestamp(domain.updatedAt),
  };
}
