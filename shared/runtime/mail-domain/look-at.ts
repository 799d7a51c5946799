import type { Domain } from '../../data/entities/domain.ts';
import { type DnsRecord, dnsRecordsOf, isPublished, recordKey } from '../../domain/mail/dns-records.ts';
import { bothOf, type Finding } from '../../domain/mail/domain-proof.ts';
import { readEnv } from '../env.ts';
import { logger } from '../log.ts';
import { lookUpRecords } from '../look-up-records.ts';
import { readSesIdentity, type SesIdentity } from './ses-identity.ts';

/** What SES says of a domain: null when it does not know it, `unknown` when it did not answer. */
export type SesWord = SesIdentity | null | 'unknown';

/** What SES and DNS say of a domain now. */
export interface Look {
  identity: SesWord;
  /** By `recordKey`. */
  findings: ReadonlyMap<string, Finding>;
  /** Whether the owner of the DNS zone means this claim. */
  proof: Finding;
}

/** Looks at a domain from outside, in a few seconds at most. What could not be looked up is unknown. */
export async function lookAt(domain: Domain): Promise<Look> {
  const identity = await readSesIdentity(domain.domain).catch((error: unknown): SesWord => {
    logger.warn('SES did not answer', { error: error as Error });
    return 'unknown';
  });
  return lookAtRecords(domain, identity);
}

/**
 * Looks for the records, knowing what SES says. The DKIM keys are the same for every organization that claims a domain:
 * they prove that its zone trusts SES with its mail, and the MX record of the claim's own MAIL FROM domain proves whom
 * it trusts. The proof is both.
 *
 * Rule: decision 0008.
 */
export async function lookAtRecords(domain: Domain, identity: SesWord): Promise<Look> {
  const seen = identity === 'unknown' ? null : identity;
  const signed: Finding = identity === 'unknown' ? 'unknown' : (seen?.dkim ?? 'absent');
  const records = dnsRecordsOf({ ...domain, dkim: seen?.keys ?? domain.dkim }, readEnv('AWS_REGION').AWS_REGION);
  const findings = new Map(
    await Promise.all(
      records.map(async (record): Promise<[string, Finding]> => {
        // SES has looked for these itself, and its word is what counts.
        const known = record.purpose === 'dkim' && signed === 'found';
        return [recordKey(record), known ? 'found' : await findingOf(record)];
      }),
    ),
  );
  const meant = records.find(({ purpose }) => purpose === 'mail_from');
  const claimed = (meant && findings.get(recordKey(meant))) ?? 'unknown';
  return { identity, findings, proof: bothOf(signed, claimed) };
}

async function findingOf(record: DnsRecord): Promise<Finding> {
  const answer = await lookUpRecords(record.type, record.name);
  if (answer.kind !== 'found') return answer.kind;
  return isPublished(record, answer.values) ? 'found' : 'absent';
}
