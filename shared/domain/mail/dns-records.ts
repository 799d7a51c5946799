/** The purpose of a DNS record of a mail domain. See: docs/contract/domains.md#domain-record. */
export const RECORD_PURPOSES = ['dkim', 'spf', 'dmarc', 'mail_from', 'mx'] as const;
export type RecordPurpose = (typeof RECORD_PURPOSES)[number];

export const RECORD_TYPES = ['CNAME', 'MX', 'TXT'] as const;
export type RecordType = (typeof RECORD_TYPES)[number];

/** A DNS record that the owner of a domain has to publish. */
export interface DnsRecord {
  purpose: RecordPurpose;
  type: RecordType;
  name: string;
  value: string;
  priority: number | null;
}

/** The keys with which SES signs mail of a domain: their tokens, and the zone in which SES publishes them. */
export interface DkimKeys {
  tokens: readonly string[];
  /** Differs by region. Source: SES API v2 reference, DkimAttributes (SigningHostedZone). */
  zone: string;
}

/** What the records of a domain depend on. */
export interface RecordSource {
  id: string;
  domain: string;
  /** null until SES has created them. */
  dkim: DkimKeys | null;
}

/**
 * The MAIL FROM domain of one organization's claim on a domain. It contains the random half of the claim's id. No one
 * can choose it, and only the organization of the claim can see it, so its MX record proves which claim the owner of
 * the DNS zone means. SES accepts any subdomain that receives no mail.
 *
 * See: docs/decisions/0008-domain-ownership.md; SES developer guide, Using a custom MAIL FROM domain.
 */
export function mailFromDomain({ id, domain }: Pick<RecordSource, 'id' | 'domain'>): string {
  return `aid-${id.slice(-16).toLowerCase()}.${domain}`;
}

/** A mail domain with the domain that its bounces go to. */
interface MailDomain extends Pick<RecordSource, 'domain' | 'dkim'> {
  readonly mailFrom: string;
}

/** The records of an organization's domain, the most important first. See: docs/contract/domains.md#domain-record. */
export function dnsRecordsOf(source: RecordSource, region: string): DnsRecord[] {
  return mailDomainRecords({ ...source, mailFrom: mailFromDomain(source) }, region);
}

/**
 * The records of a mail domain, the most important first: of one of an organization, and of that of a stage.
 *
 * See: docs/contract/domains.md#domain-record; SES developer guide, Easy DKIM, Using a custom MAIL FROM domain,
 * Publishing an MX record for email receiving; RFC 7489, section 6.3 (DMARC).
 */
export function mailDomainRecords({ domain, dkim, mailFrom }: MailDomain, region: string): DnsRecord[] {
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

/** A record in one line, for a person who publishes it. */
export function recordLine({ name, type, value, priority }: DnsRecord): string {
  if (type === 'TXT') return `${name} TXT "${value}"`;
  return `${name} ${type} ${priority === null ? '' : `${priority} `}${value}`;
}

/** Identifies a record among those of a domain. */
export function recordKey({ purpose, name }: Pick<DnsRecord, 'purpose' | 'name'>): string {
  return `${purpose} ${name}`;
}

const withoutDot = (name: string) => name.toLowerCase().replace(/\.$/, '');

/** Whether a published name is the expected one. */
const isSameName = ({ value }: DnsRecord, published: string) => withoutDot(published) === withoutDot(value);

/** Whether a published value is valid for a record. A stricter policy than the suggested one is valid too. */
const VALIDATORS: Record<RecordPurpose, (record: DnsRecord, published: string) => boolean> = {
  dkim: isSameName,
  mail_from: isSameName,
  mx: isSameName,
  // RFC 7208, sections 4.5 and 5.2.
  spf: (_, published) => /^v=spf1(?: |$)/i.test(published) && / \+?include:amazonses\.com(?: |$)/i.test(published),
  // RFC 7489, section 6.4.
  dmarc: (_, published) => /^v\s*=\s*DMARC1\s*(?:;|$)/.test(published),
};

/** Whether one of the published values is the record: exchanges of an MX, texts of a TXT, the target of a CNAME. */
export function isPublished(record: DnsRecord, published: readonly string[]): boolean {
  return published.some((value) => VALIDATORS[record.purpose](record, value));
}
