/** What a DNS record of a mail domain is for. See: docs/contract/domains.md#domain-record. */
export const RECORD_PURPOSES = ['dkim', 'spf', 'dmarc', 'mail_from', 'mx'] as const;
export type RecordPurpose = (typeof RECORD_PURPOSES)[number];

export const RECORD_TYPES = ['CNAME', 'MX', 'TXT'] as const;
export type RecordType = (typeof RECORD_TYPES)[number];

/** A record that the owner of a domain sets. */
export interface DnsRecord {
  purpose: RecordPurpose;
  type: RecordType;
  name: string;
  value: string;
  priority: number | null;
}

/** The keys by which SES signs for a domain: the tokens that name them, and the zone in which SES publishes them. */
export interface DkimKeys {
  tokens: readonly string[];
  /** Differs by region. Source: SES API v2 reference, DkimAttributes (SigningHostedZone). */
  zone: string;
}

/** What the records of a domain follow from. */
export interface RecordSource {
  id: string;
  domain: string;
  /** null until SES has made them. */
  dkim: DkimKeys | null;
}

/**
 * The MAIL FROM domain of one organization's claim on a domain. It carries the random half of the claim's id: nobody can
 * choose it, and nobody but the claim's organization is told it, so its MX record proves whose claim the owner of the
 * DNS zone means. SES takes any subdomain that receives no mail.
 *
 * See: docs/decisions/0008-domain-ownership.md; SES developer guide, Using a custom MAIL FROM domain.
 */
export function mailFromDomain({ id, domain }: Pick<RecordSource, 'id' | 'domain'>): string {
  return `aid-${id.slice(-16).toLowerCase()}.${domain}`;
}

/**
 * The records of a domain, in the order in which they matter.
 *
 * See: docs/contract/domains.md#domain-record; SES developer guide, Easy DKIM, Using a custom MAIL FROM domain,
 * Publishing an MX record for email receiving; RFC 7489, section 6.3 (DMARC).
 */
export function dnsRecordsOf(source: RecordSource, region: string): DnsRecord[] {
  const { domain, dkim } = source;
  const mailFrom = mailFromDomain(source);
  const txt = { type: 'TXT', priority: null } as const;
  const mx = { type: 'MX', priority: 10 } as const;
  return [
    { ...mx, purpose: 'mail_from', name: mailFrom, value: `feedback-smtp.${region}.amazonses.com` },
    ...(dkim?.tokens ?? []).map((token) => ({
      purpose: 'dkim' as const,
      type: 'CNAME' as const,
      name: `${token}._domainkey.${domain}`,
      value: `${token}.${dkim?.zone}`,
      priority: null,
    })),
    { ...txt, purpose: 'spf', name: mailFrom, value: 'v=spf1 include:amazonses.com ~all' },
    { ...txt, purpose: 'dmarc', name: `_dmarc.${domain}`, value: 'v=DMARC1; p=none' },
    { ...mx, purpose: 'mx', name: domain, value: `inbound-smtp.${region}.amazonaws.com` },
  ];
}

/** What tells a domain's records apart. */
export function recordKey({ purpose, name }: Pick<DnsRecord, 'purpose' | 'name'>): string {
  return `${purpose} ${name}`;
}

const withoutDot = (name: string) => name.toLowerCase().replace(/\.$/, '');

/** A name points where it should. */
const names = ({ value }: DnsRecord, answer: string) => withoutDot(answer) === withoutDot(value);

/** How a record is recognised in what DNS answers. A stricter policy than the one we suggest is valid as well. */
const RECOGNISED: Record<RecordPurpose, (record: DnsRecord, answer: string) => boolean> = {
  dkim: names,
  mail_from: names,
  mx: names,
  // RFC 7208, sections 4.5 and 5.2.
  spf: (_, answer) => /^v=spf1(?: |$)/i.test(answer) && / \+?include:amazonses\.com(?: |$)/i.test(answer),
  // RFC 7489, section 6.4.
  dmarc: (_, answer) => /^v\s*=\s*DMARC1\s*(?:;|$)/.test(answer),
};

/** Whether one of the answers is the record: exchanges of an MX, texts of a TXT, the target of a CNAME. */
export function isPublished(record: DnsRecord, answers: readonly string[]): boolean {
  return answers.some((answer) => RECOGNISED[record.purpose](record, answer));
}
