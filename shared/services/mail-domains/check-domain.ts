import type { Domain } from '#shared/data/entities/mail/domain.ts';
import { type DnsRecord, dnsRecordsOf, isPublished, recordKey } from '#shared/domain/mail/dns-records.ts';
import { type CheckResult, combine } from '#shared/domain/mail/domain-proof.ts';
import { readEnv } from '#shared/runtime/env.ts';
import { logger } from '#shared/runtime/log.ts';
import { resolveDns } from './resolve-dns.ts';
import { readSesIdentity, type SesIdentity } from './ses-identity.ts';

/** A domain in SES: `null` if SES does not have it, `unknown` if SES did not respond. */
export type SesLookup = SesIdentity | null | 'unknown';

/** The state of a domain in SES and DNS. */
export interface DomainLookup {
  identity: SesLookup;
  /** By `recordKey`. */
  findings: ReadonlyMap<string, CheckResult>;
  /** Whether the owner of the DNS zone has confirmed this claim. */
  proof: CheckResult;
}

/** Checks a domain in SES and DNS, in a few seconds at most. Failed lookups yield `unknown`. */
export async function checkDomain(domain: Domain): Promise<DomainLookup> {
  const identity = await readSesIdentity(domain.domain).catch((error: unknown): SesLookup => {
    logger.warn('SES did not respond', { error: error as Error });
    return 'unknown';
  });
  return checkRecords(domain, identity);
}

/**
 * Looks up the DNS records of a claim. The DKIM keys are the same for all organizations that claim a domain: they prove
 * that the zone lets SES sign its mail. The MX record of the claim's MAIL FROM domain proves which organization the
 * zone trusts. The proof needs both.
 *
 * See: docs/decisions/0008-domain-ownership.md.
 */
export async function checkRecords(domain: Domain, identity: SesLookup): Promise<DomainLookup> {
  const known = identity === 'unknown' ? null : identity;
  const signed: CheckResult = identity === 'unknown' ? 'unknown' : (known?.dkim ?? 'absent');
  const records = dnsRecordsOf({ ...domain, dkim: known?.keys ?? domain.dkim }, readEnv('AWS_REGION').AWS_REGION);
  const findings = new Map(
    await Promise.all(
      records.map(async (record): Promise<[string, CheckResult]> => {
        // SES has verified these records, and its result is what counts.
        const isVerified = record.purpose === 'dkim' && signed === 'found';
        return [recordKey(record), isVerified ? 'found' : await lookUpRecord(record)];
      }),
    ),
  );
  const mailFromRecord = records.find(({ purpose }) => purpose === 'mail_from');
  const claimed = (mailFromRecord && findings.get(recordKey(mailFromRecord))) ?? 'unknown';
  return { identity, findings, proof: combine(signed, claimed) };
}

async function lookUpRecord(record: DnsRecord): Promise<CheckResult> {
  const result = await resolveDns(record.type, record.name);
  if (result.kind !== 'found') return result.kind;
  return isPublished(record, result.values) ? 'found' : 'absent';
}
