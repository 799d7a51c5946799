import type { Domain } from '../../data/entities/domain.ts';
import { type DnsRecord, dnsRecordsOf, isPublished, recordKey } from '../../domain/mail/dns-records.ts';
import { type CheckResult, combine } from '../../domain/mail/domain-proof.ts';
import { readEnv } from '../../runtime/env.ts';
import { logger } from '../../runtime/log.ts';
import { resolveDns } from './resolve-dns.ts';
import { readSesIdentity, type SesIdentity } from './ses-identity.ts';

/** What SES says of a domain: null when it does not know it, `unknown` when it did not answer. */
export type SesLookup = SesIdentity | null | 'unknown';

/** What SES and DNS say of a domain now. */
export interface DomainLookup {
  identity: SesLookup;
  /** By `recordKey`. */
  findings: ReadonlyMap<string, CheckResult>;
  /** Whether the owner of the DNS zone means this claim. */
  proof: CheckResult;
}

/** Looks at a domain from outside, in a few seconds at most. What could not be looked up is unknown. */
export async function checkDomain(domain: Domain): Promise<DomainLookup> {
  const identity = await readSesIdentity(domain.domain).catch((error: unknown): SesLookup => {
    logger.warn('SES did not answer', { error: error as Error });
    return 'unknown';
  });
  return checkRecords(domain, identity);
}

/**
 * Looks for the records, knowing what SES says. The DKIM keys are the same for every organization that claims a domain:
 * they prove that its zone trusts SES with its mail, and the MX record of the claim's own MAIL FROM domain proves whom
 * it trusts. The proof is both.
 *
 * See: docs/decisions/0008-domain-ownership.md.
 */
export async function checkRecords(domain: Domain, identity: SesLookup): Promise<DomainLookup> {
  const seen = identity === 'unknown' ? null : identity;
  const signed: CheckResult = identity === 'unknown' ? 'unknown' : (seen?.dkim ?? 'absent');
  const records = dnsRecordsOf({ ...domain, dkim: seen?.keys ?? domain.dkim }, readEnv('AWS_REGION').AWS_REGION);
  const findings = new Map(
    await Promise.all(
      records.map(async (record): Promise<[string, CheckResult]> => {
        // SES has looked for these itself, and its word is what counts.
        const known = record.purpose === 'dkim' && signed === 'found';
        return [recordKey(record), known ? 'found' : await findingOf(record)];
      }),
    ),
  );
  const meant = records.find(({ purpose }) => purpose === 'mail_from');
  const claimed = (meant && findings.get(recordKey(meant))) ?? 'unknown';
  return { identity, findings, proof: combine(signed, claimed) };
}

async function findingOf(record: DnsRecord): Promise<CheckResult> {
  const answer = await resolveDns(record.type, record.name);
  if (answer.kind !== 'found') return answer.kind;
  return isPublished(record, answer.values) ? 'found' : 'absent';
}
