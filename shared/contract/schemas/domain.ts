import { z } from 'zod';
import { RECORD_PURPOSES, RECORD_TYPES } from '#shared/domain/mail/dns-records.ts';
import { domainNameSchema } from '#shared/domain/mail/domain-name.ts';
import { DOMAIN_STATUSES } from '#shared/domain/mail/domain-proof.ts';
import { described } from '#shared/domain/schema/described.ts';
import { timestampSchema } from './common.ts';

/** Mail domains of an organization. See: docs/contract/domains.md#rules. */
export const createDomainBody = described(
  'CreateDomain',
  'A mail domain to add.',
  z.strictObject({ domain: domainNameSchema }),
  { domain: 'A domain name with at least two labels; international names in xn-- form.' },
);

const recordPurposeSchema = z.enum(RECORD_PURPOSES).meta({
  id: 'DnsRecordPurpose',
  description:
    '`dkim` and `mail_from` prove the domain, `mx` routes its mail to the service, and `spf` and `dmarc` are recommended.',
});
const recordTypeSchema = z.enum(RECORD_TYPES).meta({ id: 'DnsRecordType', description: 'The type of the record.' });
const recordStatusSchema = z
  .enum(['missing', 'valid'])
  .meta({ id: 'DnsRecordStatus', description: 'Whether the last check found the record.' });
const domainStatusSchema = z
  .enum(DOMAIN_STATUSES)
  .meta({ id: 'DomainStatus', description: 'Whether the domain is verified. Mailboxes need a verified domain.' });

const recordSchema = described(
  'DnsRecord',
  'A DNS record for the domain’s owner to set up.',
  z.strictObject({
    purpose: recordPurposeSchema,
    type: recordTypeSchema,
    name: z.string(),
    value: z.string(),
    priority: z.int().nullable(),
    status: recordStatusSchema,
  }),
  {
    purpose: null,
    type: null,
    name: 'The full name of the record.',
    value: 'The value of the record.',
    priority: 'The priority of an MX record.',
    status: null,
  },
);

export const domainSchema = described(
  'Domain',
  'A mail domain of the organization.',
  z.strictObject({
    id: z.string(),
    domain: z.string(),
    status: domainStatusSchema,
    is_default: z.boolean(),
    records: z.array(recordSchema),
    verified_at: timestampSchema.nullable(),
    last_checked_at: timestampSchema.nullable(),
    created_at: timestampSchema,
    updated_at: timestampSchema,
  }),
  {
    id: 'The domain’s id.',
    domain: 'The domain name.',
    status: null,
    is_default: 'Whether new mailboxes use this domain.',
    records: 'The DNS records to set up. Those for DKIM appear within seconds.',
    verified_at: 'When the domain was verified.',
    last_checked_at: 'When the records were last checked.',
  },
);

export const domainsSchema = described(
  'DomainList',
  'A page of mail domains.',
  z.strictObject({ domains: z.array(domainSchema) }),
  { domains: null },
);
